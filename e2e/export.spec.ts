import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { Decimal } from 'decimal.js';
import papaparse from 'papaparse';
import { expect, test } from '@/e2e/fixtures';
import { newestFirst, readAll } from '@/e2e/mirrored';
import { readWorkbook, rowsOf } from '@/scripts/testing/read-workbook';

const sum = (amounts: unknown[]) => amounts.reduce((all: Decimal, one) => all.plus(String(one)), new Decimal(0));
const signed = (amount: unknown, direction: unknown) =>
  `${direction === 'DEBIT' && /[1-9]/.test(String(amount)) ? '-' : ''}${String(amount).replace(/^\./, '0.')}`;
const readCsv = (text: string) =>
  papaparse.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

/** Opens the export of the list that is shown, and gives its dialog. */
async function openExport(page: Page): Promise<Locator> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Export', exact: true }).click();
  return page.getByRole('dialog', { name: 'Export transfers' });
}

/** Exports as the dialog says, and gives the text and the name of the file. */
async function download(dialog: Locator): Promise<{ text: string; name: string }> {
  const [file] = await Promise.all([
    dialog.page().waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await expect(dialog).toContainText('Export complete');
  return { text: await readFile(await file.path(), 'utf8'), name: file.suggestedFilename() };
}

test('an export holds exactly the rows and columns of the list, with a trailer', async ({
  page,
  signInAs,
  sandbox,
}) => {
  await signInAs('support');
  const items = await readAll(page, sandbox);
  const fits = newestFirst(items.filter(({ status, type }) => status === 'COMPLETED' && type === 'CRYPTO_WITHDRAWAL'));
  await page.goto('/transfers?status=COMPLETED&type=CRYPTO_WITHDRAWAL');
  const dialog = await openExport(page);
  await expect(dialog).toContainText(
    `Exports ${fits.length.toLocaleString('en-GB')} transfers. Filters: Status: Completed; Type: Crypto withdrawal. ` +
      'Sorted by Created, newest first.',
  );
  await expect(dialog).toContainText(
    'Columns: Created, Reference, Transfer, Type, Direction, Status, Asset, Amount, Fee, Balance change, Balance asset,',
  );
  await dialog.getByRole('radio', { name: /^As in the list/ }).check();
  await expect(dialog).toContainText('Columns: Created, Reference, Amount, Destination, Type, Status.');
  await dialog.getByRole('radio', { name: /^JSON Lines/ }).check();
  const { text } = await download(dialog);
  const lines = text.trimEnd().split('\n');
  const written = fits.map(({ created_at, ref_id = null, type, amount, destination_address = null, status }) => ({
    created: created_at,
    reference: ref_id,
    type,
    amount,
    signed_amount: signed(amount, 'DEBIT'),
    destination: destination_address,
    status,
  }));
  expect(lines.slice(0, -1).map((line) => JSON.parse(line) as unknown)).toEqual(written);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    trailer: { rows: fits.length, query: 'status=COMPLETED&type=CRYPTO_WITHDRAWAL' },
  });

  await dialog.getByRole('radio', { name: /^Excel/ }).check();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await expect(dialog).toContainText('The sheet “About” gives the number of rows');
  expect(file.suggestedFilename()).toMatch(/^transfers-.*\.xlsx$/);
  const workbook = readWorkbook(await readFile(await file.path()));
  const references = rowsOf(workbook, 'Transfers').map(([, reference = '']) => reference);
  expect(references).toEqual(['Reference', ...fits.map(({ ref_id = '' }) => ref_id)]);
  expect(rowsOf(workbook, 'About')[1]).toEqual([`Rows: ${fits.length}`]);
});

test('an export for accounting has amount and fee of one account as lines that add up, or says why it has none', async ({
  page,
  signInAs,
  sandbox,
  expectGoodLooks,
}) => {
  await signInAs('support');
  const items = await readAll(page, sandbox);
  // Without conversions, whose totals may have more decimals than QuickBooks takes.
  const ofAccount = items.filter(
    ({ status, profile_id, asset }) => status === 'COMPLETED' && profile_id === 'p-ops' && asset === 'USD',
  );
  await page.goto('/transfers?profile=p-ops&asset=USD');
  const dialog = await openExport(page);
  await dialog.getByRole('radio', { name: /^QuickBooks Online/ }).check();
  const account = dialog.getByLabel('Account to export');
  await account.selectOption({
    label: `p-ops · USD (${ofAccount.length.toLocaleString('en-GB')} transfer${ofAccount.length === 1 ? '' : 's'})`,
  });
  await expectGoodLooks(page);
  const { text, name } = await download(dialog);
  expect(name).toMatch(/^quickbooks-.*\.csv$/);
  const rows = readCsv(text);
  expect(Object.keys(rows[0] ?? {})).toEqual(['Date', 'Description', 'Amount']);
  expect(sum(rows.map(({ Amount }) => Amount)).toFixed()).toBe(
    sum(ofAccount.map(({ total, direction }) => signed(total, direction))).toFixed(),
  );

  await page.goto('/transfers?profile=p-ops&asset=BTC');
  await openExport(page);
  await dialog.getByRole('radio', { name: /^QuickBooks Online/ }).check();
  await expect(account).toHaveValue('["p-ops","BTC"]');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(dialog).toContainText('These transfers do not fit QuickBooks Online');
  await expect(dialog).toContainText('No file was made.');
  await dialog.getByRole('radio', { name: /^Bank statement CSV/ }).check();
  await dialog.getByRole('checkbox', { name: 'Add totals and filter below the rows' }).uncheck();
  expect((await download(dialog)).text).not.toContain('# Exported:');
});
