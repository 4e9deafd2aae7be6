import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { expect, test } from '@/e2e/fixtures';
import { type Item, readAll } from '@/e2e/mirrored';
import { readPdf } from '@/scripts/testing/read-pdf';

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const movements = (page: Page) => page.getByRole('table', { name: 'Movements' });

/** A profile, balance asset and month of UTC with about as many completed transfers as wanted, and these transfers. */
function pickStatement(transfers: readonly Item[], wanted: number) {
  const groups = new Map<string, Item[]>();
  for (const transfer of transfers) {
    const { status, profile_id, balance_asset, asset, created_at } = transfer;
    const month = new Date(String(created_at)).toISOString().slice(0, 7);
    const key = JSON.stringify([profile_id, balance_asset || asset, month]);
    if (status === 'COMPLETED') groups.set(key, [...(groups.get(key) ?? []), transfer]);
  }
  const distance = (own: readonly Item[]) => Math.abs(own.length - wanted);
  const [nearest] = [...groups].toSorted(([, one], [, other]) => distance(one) - distance(other));
  if (!nearest) throw new Error('the sandbox must have completed transfers');
  const [key, own] = nearest;
  const [profile = '', asset = '', month = ''] = JSON.parse(key) as string[];
  return { profile, asset, month, own };
}

test('a monthly statement is chosen, shown on a phone and downloaded as CSV and PDF', async ({
  page,
  signInAs,
  sandbox,
  expectGoodLooks,
}) => {
  await signInAs('finance');
  const { profile, asset, month, own } = pickStatement(await readAll(page, sandbox), 30);
  await page.goto('/transfers');
  await page.getByRole('navigation', { name: 'Transfers' }).getByRole('link', { name: 'Statements' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Monthly statements' })).toBeVisible();
  await expect(summary(page)).toBeVisible();

  await page.getByRole('combobox', { name: 'Profile' }).selectOption(profile);
  await page.getByRole('combobox', { name: 'Balance asset' }).selectOption(asset);
  await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
  await page.getByRole('button', { name: 'Show statement' }).click();
  await expect(page).toHaveURL(/\/statements\?profile=.+&asset=.+&month=\d{4}-\d{2}$/);
  await expect(summary(page)).toContainText(`Completed transfers${own.length.toLocaleString('en-GB')}`);
  await expect(movements(page).getByRole('row')).toHaveCount(Math.min(own.length, 200) + 1);
  await expect(movements(page).getByRole('link').first()).toHaveAttribute('href', /^\/transfers\/./);
  await expectGoodLooks(page);

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}-.+\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  const rows = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
  const [head = [], ...lines] = rows.filter(([first]) => !first?.startsWith('# '));
  const column = head.indexOf('Transfer');
  expect(new Set(lines.map((cells) => cells[column]))).toEqual(new Set(own.map(({ id }) => id)));
  expect(lines).toHaveLength(own.length);
  expect(rows.at(-1)?.[0]).toMatch(/^# Exported: .+ by finance$/);

  const downloadingPdf = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download PDF' }).click();
  const pdf = await downloadingPdf;
  expect(pdf.suggestedFilename()).toBe(file.suggestedFilename().replace(/csv$/, 'pdf'));
  const pages = (await readPdf(await readFile(await pdf.path()))).pages.join(' ').replaceAll(/\s/g, '');
  expect(pages).toContain('Monthlystatement');
  expect(own.filter(({ id }) => !pages.includes(id))).toEqual([]);
});

test('a statement of a month that is not over, without movements, says both', async ({ page, signInAs }) => {
  await signInAs('support');
  const month = new Date().toISOString().slice(0, 7);
  const shown = await (await page.request.get(`/statements?profile=nobody&asset=ETH&month=${month}`)).text();
  expect(shown).toContain('The month is not over.');
  expect(shown).toContain('No completed transfers changed this balance in');
});
