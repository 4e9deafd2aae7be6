import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { newReference } from '@/e2e/request-steps';
import { expect, test } from '@/e2e/fixtures';
import { sampleRows, writeSampleWorkbook } from '@/scripts/stack/sample-workbook';

const HEAD = ['Profile ID', 'Asset', 'Chain', 'To', 'Amount', 'Ref', 'Memo', 'Metadata: ticket', 'Colour'];
const PAID = [
  ['ETH', 'Ethereum'],
  ['USDC', 'BASE'],
  ['PYUSD', 'Polygon PoS'],
] as const;
// By row: the column with the issue, its text, and the message. Every other issue: withdrawal-sheet.test.ts.
const ISSUES: Record<number, { column: string; text: string; says: string }> = {
  2: { column: 'Amount', text: '1,500', says: 'can be read as 1500 or 1.500' },
  7: { column: 'To', text: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', says: 'one character is wrong' },
  13: { column: 'Chain', text: 'Etherium', says: 'does not know the network' },
  20: { column: 'Metadata: ticket', text: 'x'.repeat(101), says: '101 characters' },
};
const ROWS = 24;
// More digits than a spreadsheet keeps, in a cell of its own kind.
const LONG = { row: 3, column: 'Metadata: ticket', digits: '12345678901234567' };

const cellsOf = (row: number, run: string) => {
  const [asset, network] = PAID[(row - 1) % PAID.length] ?? PAID[0];
  const hash = createHash('sha256').update(`${run} ${row}`).digest('hex').slice(0, 40);
  // Without letters, whose case is the checksum that a review would ask for.
  const address = `0x${hash.replaceAll(/[a-f]/g, (letter) => String(letter.charCodeAt(0) % 10))}`;
  return ['p-ops', asset, network, address, `${row % 3}.25`, `${run}-${row}`, '', `OPS-${row}`, 'blue'];
};
const cell = (page: Page, row: number, column: string) => page.locator(`[data-cell="${row}:${HEAD.indexOf(column)}"]`);
const cellWith = (page: Page, text: string) => page.locator('[data-cell]').filter({ hasText: text });
/** A workbook with these rows, a number of many digits in one, and a hidden row below. */
const workbookOf = (rows: readonly (readonly string[])[]) => {
  const cells = rows.map((texts, row) =>
    texts.map((text, column) => (row === LONG.row && HEAD[column] === LONG.column ? { digits: LONG.digits } : text)),
  );
  const hidden = sampleRows(rows.slice(1, 2), { first: rows.length + 1, isHidden: true });
  const xml = `<sheetData>${sampleRows(cells)}${hidden}</sheetData>`;
  return writeSampleWorkbook({ sheets: [{ name: 'October', xml }] });
};
const outlook = (page: Page) => page.getByRole('main').getByRole('status');
const toFix = (page: Page) => page.getByRole('button', { name: /^To fix/ });

test('withdrawals are imported from a file, fixed in place, and created as one batch', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const run = newReference();
  const rows = Array.from({ length: ROWS }, (_, index) => cellsOf(index + 1, run));
  const table = rows.map((cells, index) => {
    const issue = ISSUES[index + 1];
    return issue ? cells.map((text, at) => (HEAD[at] === issue.column ? issue.text : text)) : cells;
  });
  const page = await openAs('finance');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/withdrawals/import');
  const readFileOf = (content: string, encoding: 'utf8' | 'latin1') =>
    page
      .getByLabel('File')
      .setInputFiles({ name: 'october.csv', mimeType: 'text/csv', buffer: Buffer.from(content, encoding) });

  await test.step('the template is a sheet whose comments are ignored, and an encoding is asked', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a template' }).click();
    const template = await readFile(await (await download).path(), 'utf8');
    await readFileOf(template, 'utf8');
    await expect(page.getByRole('alert').filter({ hasText: 'The sheet has no withdrawals' })).toBeVisible();
    const mine = ['p-ops', 'ETH', 'ETHEREUM', '', rows[0]?.[3], '1', '', '', '', '', 'Müller', ''];
    await readFileOf(`${template.replace('\uFEFF', '')}${mine.join(',')}`, 'latin1');
    await expectNoAxeViolations(page);
    await page.getByRole('radio', { name: 'Western European (windows-1252) Müller' }).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(cellWith(page, 'Müller')).toBeVisible();
    await expect(page.getByText('1 row begins with # and is ignored.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create 1 request' })).toBeEnabled();
    await page.getByRole('button', { name: 'Discard sheet' }).click();
  });

  await test.step('a workbook asks about its hidden row, and keeps every digit', async () => {
    await page
      .getByLabel('File')
      .setInputFiles({ name: 'october.xlsx', mimeType: '', buffer: Buffer.from(workbookOf([HEAD, ...table])) });
    await page.getByRole('group', { name: 'Row 26 is hidden.' }).getByLabel('Leave out what is hidden').check();
    await expect(page.getByText(`has more than 15 digits: H${LONG.row + 1} (${LONG.digits})`)).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(cell(page, LONG.row, LONG.column)).toHaveText(LONG.digits);
    await page.getByText('How the file was read').click();
    await expect(page.getByText('Row 26 is hidden: Leave out what is hidden.')).toBeVisible();
  });

  await test.step('each issue is found in its cell and fixed by keyboard', async () => {
    await expect(page.getByText('Ignored: Colour')).toBeVisible();
    await expect(outlook(page)).toContainText('4 to fix');
    await expect(page.getByRole('button', { name: `Create ${ROWS} requests` })).toBeDisabled();
    await expectNoAxeViolations(page);
    for (const [index, [number, { column, says }]] of Object.entries(ISSUES).entries()) {
      const at = cell(page, Number(number), column);
      await page.getByRole('button', { name: 'Next issue' }).click();
      await expect(at).toBeFocused();
      await expect(at).toContainText(says);
      await page.keyboard.press('Enter');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(rows[Number(number) - 1]?.[HEAD.indexOf(column)] ?? '');
      await page.keyboard.press('Enter');
      await expect(toFix(page)).toHaveText(`To fix ${3 - index}`);
      await expect(at).not.toContainText(says);
    }
  });

  await test.step('the totals are those of the sheet, and one batch is created', async () => {
    const totals = page.getByRole('list', { name: 'Totals' });
    for (const [index, [asset]] of PAID.entries()) {
      // In quarters, which a number holds exactly.
      const quarters = rows
        .filter((_, row) => row % PAID.length === index)
        .reduce((sum, cells) => sum + Number(cells[4]) * 4, 0);
      // Stablecoins have two decimals at least.
      const sum = (quarters / 4).toLocaleString('en-GB').replace('.', String.raw`\.`);
      await expect(totals).toContainText(new RegExp(String.raw`${sum}(?:\.00)? ${asset}`));
    }
    await expect(outlook(page)).toHaveText('All rows are ready.', { timeout: 30_000 });
    const create = `Create ${ROWS} requests`;
    await page.getByRole('button', { name: create }).click();
    // One batch, however often the button is pressed.
    const dialog = page.getByRole('dialog', { name: `${create} as “october”?` });
    await dialog.getByRole('button', { name: create }).dblclick();
    await expect(page).toHaveURL(/\/withdrawals\/batches\/[0-9a-f-]{36}$/, { timeout: 30_000 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('october');
    await expect(page.getByRole('main')).toContainText(`${ROWS} payments`);
    await expect(page.getByRole('main')).toContainText('october');
  });
});

test('a thousand rows can be worked on like ten', async ({ openAs }) => {
  const run = newReference();
  // Every row has an error, so that the server is not asked.
  const rows = Array.from({ length: 1_000 }, (_, index) =>
    cellsOf(index + 1, run).map((text, at) => (HEAD[at] === 'Amount' ? '1,500' : text)),
  );
  const page = await openAs('finance');
  await page.goto('/withdrawals/import');
  const text = [HEAD, ...rows].map((cells) => cells.join(';')).join('\n');
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'utf8') });
  await expect(outlook(page)).toContainText('1,000 to fix', { timeout: 60_000 });
  await cell(page, 1, 'Profile ID').focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Home');
  await expect(cell(page, 1000, 'Profile ID')).toBeFocused();
  await cell(page, 1000, 'Amount').focus();
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await expect(toFix(page)).toHaveText('To fix 999');
});

test('cells are reached, changed, copied and pasted by keyboard, and duplicates are marked on both rows', async ({
  openAs,
  expectNoAxeViolations,
}) => {
  const page = await openAs('finance');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/withdrawals/import');
  const run = newReference();
  const [first, second] = [cellsOf(1, run), cellsOf(2, run)];
  const sheet = [HEAD, first, first, second].map((cells) => cells.join('\t')).join('\n');
  await page.getByLabel('Or paste the cells of a sheet').fill(sheet);
  await page.getByRole('button', { name: 'Read the sheet' }).click();
  await expect(cell(page, 1, 'Ref')).toContainText('Row 2 has the same reference');
  await expect(cell(page, 2, 'Ref')).toContainText('Row 1 has the same reference');
  await expect(cell(page, 2, 'Amount')).toContainText('Row 1 has the same amount to the same recipient');
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  await page.getByRole('button', { name: 'Next issue' }).click();
  await expect(cell(page, 1, 'Ref')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type(`${run}-other`);
  await page.keyboard.press('Tab');
  await expect(cell(page, 2, 'Memo')).toBeFocused();
  await expect(cell(page, 1, 'Ref')).not.toContainText('same reference');
  await page.keyboard.press('F2');
  await page.keyboard.type('12');
  await page.keyboard.press('Escape');
  await expect(cell(page, 2, 'Memo')).toHaveText('');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ControlOrMeta+c');
  await page.keyboard.press('Delete');
  await expect(cell(page, 2, 'Metadata: ticket')).toHaveText('');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('OPS-1');
  await page.evaluate(() => navigator.clipboard.writeText('A\tB\nC'));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ControlOrMeta+v');
  await expect(cell(page, 2, 'Memo')).toHaveText('A');
  await expect(cell(page, 2, 'Metadata: ticket')).toHaveText('B');
  await expect(cell(page, 3, 'Memo')).toHaveText('C');

  // A required column that is set to ignored is missing.
  await page.getByText(/^Columns: 8 used/).click();
  await page.getByLabel('Profile ID').selectOption('Ignored');
  await expect(page.getByText('No column for Profile.')).toBeVisible();
  await page.getByLabel('Profile ID').selectOption('Profile');
  await page.getByRole('button', { name: 'Remove row 2' }).click();
  await expect(outlook(page)).toHaveText('All rows are ready.');
  await page.reload();
  await expect(page.getByText('Draft restored')).toBeVisible();
  await expect(cell(page, 3, 'Memo')).toHaveText('C');
  await expect(outlook(page)).toHaveText('All rows are ready.');
  await expect(page.getByRole('button', { name: 'Create 2 requests' })).toBeEnabled();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download sheet' }).click();
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`${first[3]},1.25,${run}-1,,OPS-1,blue\r\n`);
});
