import { cancelRequest, createRequest, fillIn, newAddress, newReference, submit } from '@/e2e/request-steps';
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
  expect(widths.length).toBeGreaterThan(2);
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
  await expect(page.getByRole('main')).toContainText(KEY);
  await expectRoomForValues(page, 'main');

  await page.getByRole('button', { name: 'Edit withdrawal' }).click();
  await submit(page);
  await expect(page.getByRole('main')).toContainText(KEY);
  await expectRoomForValues(page, 'main');

  await page.getByRole('button', { name: 'Cancel request' }).click();
  await expectRoomForValues(page, 'dialog');
});

test('the whole form is above its bar', async ({ page, signInAs }) => {
  await signInAs('finance');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/withdrawals/new');
  await page.getByLabel('Destination address').fill(newAddress());
  await page.getByLabel('Network').selectOption('Ethereum');
  await expect(page.getByRole('group', { name: 'Address details' })).toBeVisible();
  const bar = await page.locator('.action-bar').boundingBox();
  for (const part of [page.getByLabel('Reference ID'), page.getByLabel('Memo'), page.getByText('More fields')]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 900) + (box?.height ?? 0), String(part)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

/** Twelve digits before the point and eighteen after it. */
const LONGEST = '123456789012.345678901234567891';

/** Gives the amounts on a page that are drawn on more than one line or wider than the page, and how many there are. */
async function readMoney(page: Page): Promise<{ count: number; broken: (string | null)[] }> {
  return page.locator('[data-money]').evaluateAll((numbers) => {
    // Within the function, which runs in the page.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const linesOf = (number: Element) => {
      const texts = document.createTreeWalker(number, NodeFilter.SHOW_TEXT);
      const tops = new Set<number>();
      while (texts.nextNode()) {
        if (texts.currentNode.parentElement?.closest('.sr-only')) continue;
        const range = document.createRange();
        range.selectNode(texts.currentNode);
        for (const { top } of range.getClientRects()) tops.add(Math.round(top / 8));
      }
      return tops.size;
    };
    const seen = numbers.filter((number) => number.getClientRects().length > 0);
    const isBroken = (number: Element) =>
      linesOf(number) !== 1 || number.getBoundingClientRect().right > document.documentElement.clientWidth;
    return { count: seen.length, broken: seen.filter(isBroken).map(({ textContent }) => textContent) };
  });
}

test('no number is broken at any width', async ({ page, signInAs, openAs, sandbox }) => {
  await signInAs('finance');
  const approver = await openAs('approver-one');
  await sandbox.addDeposit({ destination_address: newAddress(), amount: LONGEST });
  const url = await createRequest(page, { value: LONGEST, address: newAddress() });
  for (const path of [url, '/approvals', '/transfers']) {
    await expect(async () => {
      await approver.goto(path);
      await expect(approver.locator('[data-money]', { hasText: '123,456,789,012.3' }).first()).toBeVisible({
        timeout: 1000,
      });
    }).toPass();
    // 720 is a window of 1440 at 200 %.
    for (const width of [320, 360, 720, 1440, 2560]) {
      await approver.setViewportSize({ width, height: 900 });
      const { count, broken } = await readMoney(approver);
      expect(count, `${path} at ${width} pixels`).toBeGreaterThan(0);
      expect(broken, `${path} at ${width} pixels`).toEqual([]);
    }
  }
  await cancelRequest(page.context(), url);
});
