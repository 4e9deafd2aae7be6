import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { expect, test } from '@/e2e/fixtures';
import { openSearch } from '@/e2e/search-steps';
import { type Item, readAll } from '@/e2e/mirrored';
import { readPdf } from '@/scripts/testing/read-pdf';

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' });
const movements = (page: Page) => page.getByRole('table', { name: 'Movements' });

/** The profile, balance asset and month of UTC with the most completed transfers, and these transfers. */
function pickStatement(transfers: readonly Item[]) {
  const groups = new Map<string, Item[]>();
  for (const transfer of transfers) {
    const { status, profile_id, balance_asset, asset, created_at } = transfer;
    const month = new Date(String(created_at)).toISOString().slice(0, 7);
    const key = JSON.stringify([profile_id, balance_asset || asset, month]);
    if (status === 'COMPLETED') groups.set(key, [...(groups.get(key) ?? []), transfer]);
  }
  const [most] = [...groups].toSorted(([, one], [, other]) => other.length - one.length);
  if (!most) throw new Error('the sandbox must have completed transfers');
  const [key, own] = most;
  const [profile = '', asset = '', month = ''] = JSON.parse(key) as string[];
  return { profile, asset, month, own };
}

test('a monthly statement is chosen, shown and downloaded as CSV and PDF', async ({
  page,
  signInAs,
  sandbox,
  expectNoAxeViolations,
}) => {
  await signInAs('finance');
  const { profile, asset, month, own } = pickStatement(await readAll(page, sandbox));
  await page.goto('/transfers');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('link', { name: 'Monthly statements' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Monthly statements' })).toBeVisible();
  await expect(page.getByText('Choose a profile, a balance asset and a month.')).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole('combobox', { name: 'Profile' }).selectOption(profile);
  await page.getByRole('combobox', { name: 'Balance asset' }).selectOption(asset);
  await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
  await page.getByRole('button', { name: 'Show statement' }).click();
  await expect(page).toHaveURL(/\/statements\?profile=.+&asset=.+&month=\d{4}-\d{2}$/);
  await expect(summary(page)).toContainText(`Completed transfers${own.length.toLocaleString('en-GB')}`);
  await expect(movements(page).getByRole('row')).toHaveCount(Math.min(own.length, 200) + 1);
  await expect(movements(page).getByRole('link').first()).toHaveAttribute('href', /^\/transfers\/./);
  await expectNoAxeViolations(page);

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

test('a statement fits a phone, and says that the month is not over or empty', async ({
  page,
  signInAs,
  expectNoAxeViolations,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signInAs('support');
  const month = new Date().toISOString().slice(0, 7);
  await page.goto(`/statements?profile=nobody&asset=ETH&month=${month}`);
  await expect(page.getByText('The month is not over.')).toBeVisible();
  await expect(page.getByText('No completed transfers changed this balance in')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectNoAxeViolations(page);
});

test('the search opens the statements by their name', async ({ page, signInAs }) => {
  await signInAs('support');
  await page.goto('/');
  await (await openSearch(page)).fill('monthly');
  await page.getByRole('option', { name: 'Monthly statements' }).click();
  await expect(page).toHaveURL(/\/statements$/);
});
