import { fillIn, newReference, submit } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import type { Page } from '@playwright/test';

const KEY = 'k'.repeat(100);

/**
 * Measures the values of the lists of fields in a part of the page: the narrowest, and how far the page is too wide.
 */
async function measure(page: Page, part: string): Promise<{ narrowest: number; overflow: number }> {
  const widths = await page
    .locator(`${part} dd`)
    .evaluateAll((values) => values.map((value) => value.getBoundingClientRect().width));
  expect(widths.length).toBeGreaterThan(4);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return { narrowest: Math.min(...widths), overflow };
}

async function expectRoomForValues(page: Page, part: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const { narrowest, overflow } = await measure(page, part);
    // A whole address then takes two or three lines.
    expect(narrowest, `${part} at ${width} pixels`).toBeGreaterThan(200);
    expect(overflow, `${part} at ${width} pixels`).toBeLessThanOrEqual(0);
  }
}

test('no name or value of a field reshapes the address, however long it is', async ({ page, signInAs }) => {
  await signInAs('finance');
  await fillIn(page, { value: '0.75', referenceId: newReference() });
  await page.getByRole('button', { name: 'Add metadata' }).click();
  await page.getByLabel('Metadata key 1').fill(KEY);
  await page.getByLabel('Metadata value 1').fill('v'.repeat(100));
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('main')).toContainText(`Metadata: ${KEY}`);
  await expectRoomForValues(page, 'main');

  await page.getByRole('button', { name: 'Edit withdrawal' }).click();
  await submit(page);
  await expect(page.getByRole('main')).toContainText(`Metadata: ${KEY}`);
  await expectRoomForValues(page, 'main');

  await page.getByRole('button', { name: 'Cancel request' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Metadata: ${KEY}`);
  await expect(dialog).toContainText('SHA-256 of the bytes');
  await expectRoomForValues(page, 'dialog');
});
