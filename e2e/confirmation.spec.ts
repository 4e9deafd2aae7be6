import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { readAll } from '@/e2e/mirrored';
import { fillIn, newAddress, newReference, submit } from '@/e2e/request-steps';
import { readPdf } from '@/scripts/testing/read-pdf';

/** Reads the labels and values of a confirmation on screen. */
const readFacts = (page: Page) =>
  page
    .locator('article dl > div')
    .evaluateAll((rows) =>
      rows.map((row) => [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent ?? '']),
    );

const withoutSpace = (text: string) => text.replaceAll(/\s+/g, '');

test('a completed transfer has a payment confirmation for print and as PDF, with the same values', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  const items = await readAll(page, sandbox);
  const completed = items.find(
    ({ status, crypto_tx_hash, ref_id }) => status === 'COMPLETED' && Boolean(crypto_tx_hash) && Boolean(ref_id),
  );
  await page.goto(`/transfers/${completed?.id}`);
  const atOnce = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Confirmation as PDF' }).click();
  expect((await atOnce).suggestedFilename()).toMatch(/^payment-.+\.pdf$/);
  await page.getByRole('link', { name: 'Payment confirmation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment confirmation' })).toBeVisible();
  for (const { width, colorScheme } of [
    { width: 360, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }

  const facts = await readFacts(page);
  expect(facts.map(([label]) => label)).toEqual(expect.arrayContaining(['Fee', 'Status', 'Transfer ID', 'Reference']));
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  const { title, pages } = await readPdf(await readFile(await (await download).path()));
  expect(title).toBe('Payment confirmation');
  for (const [label, value] of facts) {
    expect(withoutSpace(pages.join(''))).toContain(withoutSpace(`${label}${value}`));
  }

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a PDF that cannot be made is explained on the page, and made by trying again', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('support');
  const completed = (await readAll(page, sandbox)).find(({ status }) => status === 'COMPLETED');
  await page.goto(`/transfers/${completed?.id}/confirmation`);
  const error = { title: 'Too many PDFs at the moment', detail: 'No PDF was made.', next: 'Try again in a minute.' };
  await page.route('**/confirmation.pdf', (route) => route.fulfill({ status: 503, json: { error } }));
  const alert = page.getByRole('main').getByRole('alert');
  // Before hydration the link is a plain one.
  await expect(async () => {
    await page.getByRole('link', { name: 'Download PDF' }).click();
    await expect(alert).toContainText('Too many PDFs at the moment', { timeout: 2000 });
  }).toPass();
  await expect(alert).toContainText('No file was saved.');
  for (const { width, colorScheme } of [
    { width: 360, colorScheme: 'dark' },
    { width: 1440, colorScheme: 'light' },
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectNoAxeViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
  await page.unroute('**/confirmation.pdf');
  const download = page.waitForEvent('download');
  await alert.getByRole('button', { name: 'Try again' }).click();
  const { title } = await readPdf(await readFile(await (await download).path()));
  expect(title).toBe('Payment confirmation');
  await expect(alert).toHaveCount(0);
});

test('what is pending or failed is no confirmation, and its summary says so', async ({
  page,
  context,
  signInAs,
  sandbox,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('support');
  const items = await readAll(page, sandbox);
  const failed = items.find(({ status }) => status === 'FAILED');
  await page.goto(`/transfers/${failed?.id}/confirmation`);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment failed' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('This is not a confirmation of payment.');

  const [pending] = items.filter(({ status }) => status === 'PENDING');
  if (pending) {
    await page.goto(`/transfers/${pending.id}/confirmation`);
    await expect(page.getByRole('heading', { level: 1, name: /not final|Payment confirmation|failed/ })).toBeVisible();
  }

  await page.goto(`/transfers/${failed?.id}`);
  await page.getByRole('button', { name: 'Copy summary' }).click();
  await expect(page.getByText('Summary copied')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^Payment failed\n/);
  expect(text).toContain(`Transfer ID: ${failed?.id}`);
});

test('the summary of a request says its state and that nothing was sent', async ({ page, context, signInAs }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const referenceId = newReference();
  await signInAs('finance');
  await fillIn(page, { value: '2.125', referenceId, address: newAddress() });
  await submit(page);
  await page.getByRole('button', { name: 'Copy summary' }).click();
  await expect(page.getByText('Summary copied')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^Withdrawal request: Awaiting approval/);
  expect(text).toContain('Not sent yet.');
  expect(text).toContain(`Reference: ${referenceId}`);
  expect(text).not.toContain('finance');
});
