import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '@/e2e/fixtures';
import { readAll } from '@/e2e/mirrored';
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
  context,
  signInAs,
  sandbox,
  expectGoodLooks,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('support');
  const items = await readAll(page, sandbox);
  const completed = items.find(
    ({ status, crypto_tx_hash, ref_id }) => status === 'COMPLETED' && Boolean(crypto_tx_hash) && Boolean(ref_id),
  );
  await page.goto(`/transfers/${completed?.id}`);
  await page.getByRole('button', { name: 'Copy summary' }).click();
  await expect(page.getByText('Summary copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Payment confirmation\n/);
  expect(copied).toContain(`Transfer ID: ${completed?.id}`);
  const atOnce = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Confirmation as PDF' }).click();
  expect((await atOnce).suggestedFilename()).toMatch(/^payment-.+\.pdf$/);
  await page.getByRole('link', { name: 'Payment confirmation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment confirmation' })).toBeVisible();
  await expectGoodLooks(page);

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

  const failed = items.find(({ status }) => status === 'FAILED');
  const ofFailed = await (await page.request.get(`/transfers/${failed?.id}/confirmation`)).text();
  expect(ofFailed).toContain('Payment failed');
  expect(ofFailed).toContain('This is not a confirmation of payment.');
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
  await page.getByRole('link', { name: 'Download PDF' }).click();
  await expect(alert).toContainText('Too many PDFs at the moment');
  await expect(alert).toContainText('No file was saved.');
  await expectNoAxeViolations(page);
  await page.unroute('**/confirmation.pdf');
  const download = page.waitForEvent('download');
  await alert.getByRole('button', { name: 'Try again' }).click();
  const { title } = await readPdf(await readFile(await (await download).path()));
  expect(title).toBe('Payment confirmation');
  await expect(alert).toHaveCount(0);
});
