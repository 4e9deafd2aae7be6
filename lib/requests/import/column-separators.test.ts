import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCsv } from '@/lib/sheets/write/csv-table';
import { DEFAULT_SENDABLE } from '@/scripts/testing/data/sendable';
import { findPointReadings, showsDecimalComma } from '@/lib/money/amount-readings';
import { parseAmount } from '@/lib/money/parse-amount';
import { checkRow } from '@/lib/requests/import/check-row';
import { sumSheet } from '@/lib/requests/import/check-sheet';
import { readColumns, WITHDRAWAL_COLUMNS } from '@/lib/requests/import/columns';
import { readSheet, type Sheet } from '@/lib/text/sheet';
import { separateComments, toTable } from '@/lib/requests/import/template';
import { type EditedSheet, putIntoCells, removeRow } from '@/lib/requests/import/edit-sheet';

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const HEAD = ['profile', 'asset', 'network', 'address', 'amount', 'total', 'metadata: net', 'fiat value'];

const ROW = ['p-ops', 'USDC', 'Ethereum', ADDRESS];

/** Reads a sheet with one row for each set of changes. */
const sheetOf = (...rows: { amount?: string; total?: string; net?: string; fiat?: string }[]) =>
  open({
    columns: HEAD,
    rows: rows.map(({ amount = '', total = '', net = '', fiat = '' }) => ROW.concat(amount, total, net, fiat)),
  });
const open = (sheet: Sheet): EditedSheet => ({ columns: readColumns(sheet), rows: separateComments(sheet).rows });
const checksOf = ({ columns, rows }: EditedSheet) =>
  rows.map((row) => checkRow(row, { columns, registry: DEFAULT_SENDABLE, recipients: new Map() }));
/** Gives the first error of each row; empty for one without. */
const errorsOf = (sheet: EditedSheet) =>
  checksOf(sheet).map(({ issues }) => issues.find(({ level }) => level === 'error')?.message ?? '');
const put = (sheet: EditedSheet, number: number, text: string) =>
  putIntoCells(sheet, [{ number, column: HEAD.indexOf('amount'), text }]);

describe('a column whose cells show a decimal comma', () => {
  it.each([
    '250,75',
    '1.234,5',
    '0,5',
    '1.234.567',
    "12'500,5",
    '1 234,5',
    '250,75 USDC',
    '€ 1.250,00',
    '２５０，７５',
  ])('makes a point ambiguous where it may separate thousands: %s', (other) => {
    const sheet = sheetOf({ amount: other }, { amount: '3.000' }, { amount: '12.500' }, { amount: '1.234' });
    expect(errorsOf(sheet).slice(1)).toEqual([
      expect.stringMatching(/^“3\.000” can be read as 3000 or 3, since/u),
      expect.stringMatching(/^“12\.500” can be read as 12500 or 12\.5, since/u),
      expect.stringMatching(/^“1\.234” can be read as 1234 or 1\.2340, since/u),
    ]);
    // What may mean two things is in no sum, and is sent to no server.
    expect(sumSheet(checksOf(sheet).slice(1))).toEqual({ totals: [], unreadable: 3 });
  });

  it.each(['12.5', '0.500', '1234.567', '3.0000', '3000', '3', '1000.000'])('leaves %s as it is', (amount) => {
    expect(errorsOf(sheetOf({ amount: '250,75' }, { amount }))[1]).toBe('');
  });

  it('asks in the column of totals as well, in whichever of the two the comma is', () => {
    expect(errorsOf(sheetOf({ amount: '250,75' }, { total: '3.000' }))[1]).toContain('3000 or 3');
    expect(errorsOf(sheetOf({ total: '250,75' }, { amount: '3.000' }))[1]).toContain('3000 or 3');
    expect(errorsOf(sheetOf({ fiat: '1.234,56', amount: '3.000' }))[0]).toContain('3000 or 3');
  });

  it('goes on to ask once the commas are corrected or their rows removed, until the amount is clear', () => {
    const sheet = sheetOf({ amount: '250,75' }, { amount: '3.000' });
    const corrected = put(sheet, 1, '250.75');
    expect(errorsOf(corrected)).toEqual(['', expect.stringContaining('3000 or 3')]);
    expect(errorsOf(removeRow(sheet, 1))).toEqual([expect.stringContaining('3000 or 3')]);
    for (const clear of ['3000', '3', '3.0000']) expect(errorsOf(put(corrected, 2, clear))).toEqual(['', '']);
    // Saved as a file and read again, the sheet still had them.
    const again = readSheet(writeCsv(toTable(corrected)));
    expect(errorsOf(open(again.ok ? again.value : { columns: [], rows: [] }))[1]).toContain('3000 or 3');
    const first = open({ columns: ['amount', 'profile'], rows: [['0,5'], ['3.000']] });
    const saved = readSheet(writeCsv(toTable(putIntoCells(first, [{ number: 1, column: 0, text: '0.5' }]))));
    expect(errorsOf(open(saved.ok ? saved.value : { columns: [], rows: [] }))[1]).toContain('3000 or 3');
    // A draft is stored as JSON.
    expect(errorsOf(JSON.parse(JSON.stringify(corrected)) as EditedSheet)[1]).toContain('3000 or 3');
  });

  it('begins to ask when such a cell is pasted, or another column becomes the amounts', () => {
    const sheet = sheetOf({ amount: '1.5' }, { amount: '3.000' });
    expect(errorsOf(sheet)).toEqual(['', '']);
    expect(errorsOf(put(sheet, 1, '1,50'))[1]).toContain('3000 or 3');
    const ofMetadata = sheetOf({ amount: '3.000', net: '250,75' });
    expect(errorsOf(ofMetadata)).toEqual(['']);
    const columns = WITHDRAWAL_COLUMNS.assignColumn(ofMetadata.columns, HEAD.indexOf('metadata: net'), 'total');
    expect(errorsOf({ ...ofMetadata, columns })[0]).toContain('has an amount and a total');
  });
});

describe('a column without a decimal comma', () => {
  it.each([['0.25'], ['1,234.5'], ["1'234.5"], ["1'234'567"], ['1 234 567'], ['1,234,567'], ['1,500'], ['n/a']])(
    'reads a point as decimal, and still asks about a comma: %s',
    (other) => {
      expect(errorsOf(sheetOf({ amount: other }, { amount: '3.000' }, { amount: '1,500' })).slice(1)).toEqual([
        '',
        expect.stringContaining('can be read as 1500 or 1.500'),
      ]);
    },
  );

  it('is not that of metadata', () => {
    expect(errorsOf(sheetOf({ amount: '3.000', net: '250,75' }))).toEqual(['']);
  });
});

describe('any amount', () => {
  const digits = fc.stringMatching(/^[0-9]{1,4}$/);
  it('is asked about with readings that mean one thing each', () => {
    fc.assert(
      fc.property(digits, digits, (whole, decimals) => {
        const readings = findPointReadings(`${whole}.${decimals}`);
        expect(readings !== undefined).toBe(/^[1-9]\d{0,2}$/.test(whole) && decimals.length === 3);
        for (const reading of readings ?? []) {
          expect(parseAmount(reading).ok).toBe(true);
          expect(findPointReadings(reading)).toBeUndefined();
        }
        if (readings) expect(readings.map(Number)).toEqual([Number(whole + decimals), Number(`${whole}.${decimals}`)]);
      }),
    );
  });

  it('shows a decimal comma exactly where a German reader would write that and an English one would not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 4 }), (value, decimals) => {
        const write = (locale: string) =>
          (value / 10 ** decimals).toLocaleString(locale, { minimumFractionDigits: decimals });
        expect(showsDecimalComma(write('en'))).toBe(false);
        const german = write('de');
        const isClear = /,\d{1,2}$|,\d{4}$|\..*\.|^0,|\..*,/.test(german);
        expect(showsDecimalComma(german)).toBe(isClear);
      }),
    );
  });
});
