import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCsv } from '@/lib/sheets/write/csv-table';
import { runs } from '@/scripts/testing/property-runs';
import { DEFAULT_SENDABLE } from '@/scripts/testing/data/sendable';
import { readSheet } from '@/lib/text/sheet';
import { checkRow } from '@/lib/requests/import/check-row';
import { WITHDRAWAL_COLUMNS } from '@/lib/requests/import/columns';
import { confirmAddress, putIntoCells, removeRow, spreadPasted } from '@/lib/requests/import/edit-sheet';
import type { SheetRow } from '@/lib/requests/import/read-row';
import { findNextIssue } from '@/lib/requests/import/next-issue';
import { toTable } from '@/lib/requests/import/template';
import { type RowView, type ServerCheck, viewRow } from '@/lib/requests/import/view-row';

const row = (cells: readonly string[], number = 1): SheetRow => ({ number, cells, chosenAddress: '' });
const sheet = {
  columns: WITHDRAWAL_COLUMNS.mapColumns(['profile', 'address', 'note']),
  rows: [row(['a', 'b', 'c'], 1), row(['d', 'e', 'f'], 2), row(['g', 'h'], 4)],
};
const cells = (edited: typeof sheet) => edited.rows.map((one) => one.cells);
const paste = (text: string) => spreadPasted(text, { number: 2, column: 0 }, { numbers: [1, 2, 4], columns: [0, 2] });

describe('a sheet that is edited', () => {
  it('changes in the edited cells and nowhere else', () => {
    const chosen = confirmAddress(sheet, 2, 'e');
    const edited = putIntoCells(chosen, [
      { number: 2, column: 2, text: ' new ' },
      { number: 4, column: 2, text: 'late' },
      { number: 1, column: 0, text: 'a' },
      { number: 9, column: 0, text: 'nowhere' },
      { number: 1, column: 9, text: 'nowhere' },
    ]);
    expect(cells(edited)).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'new'],
      ['g', 'h', 'late'],
    ]);
    expect(edited.rows[0]).toBe(chosen.rows[0]);
    expect(edited.rows[1]?.chosenAddress).toBe('e');
    expect(putIntoCells(edited, [{ number: 2, column: 1, text: 'elsewhere' }]).rows[1]?.chosenAddress).toBe('');
    expect(removeRow(sheet, 2).rows.map(({ number }) => number)).toEqual([1, 4]);
  });

  it('accepts a pasted block over the shown rows and columns, as far as it fits', () => {
    expect(paste('one')).toEqual([{ number: 2, column: 0, text: 'one' }]);
    expect(paste('1\t2\t3\r\n"a\tb"\t4\r\n5\t6\r\n')).toEqual([
      { number: 2, column: 0, text: '1' },
      { number: 2, column: 2, text: '2' },
      { number: 4, column: 0, text: 'a\tb' },
      { number: 4, column: 2, text: '4' },
    ]);
    expect(spreadPasted('x', { number: 3, column: 0 }, { numbers: [1], columns: [0] })).toEqual([]);
  });

  it('is read back as it was saved', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab1 ,;"é'), maxLength: 8 }).map((cell) => cell.trim());
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant('p'), text, text), { minLength: 1, maxLength: 8 }), (rows) => {
        const saved = writeCsv(toTable({ ...sheet, rows: rows.map((one, index) => row(one, index + 1)) }));
        expect(readSheet(saved)).toEqual({ ok: true, value: { columns: ['profile', 'address', 'note'], rows } });
      }),
      { numRuns: runs(0.3) },
    );
  });
});

describe('a row with the result of the server’s check', () => {
  const columns = WITHDRAWAL_COLUMNS.mapColumns(['profile', 'asset', 'network', 'address', 'amount']);
  const good = row(['p-ops', 'USDC', 'Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', '10.5']);
  const check = checkRow(good, { columns, registry: DEFAULT_SENDABLE, recipients: new Map() });
  const viewIn = (serverCheck: ServerCheck | undefined, median = '0.1') =>
    viewRow(good, columns, { check, duplicates: [], sheet: { rows: 9, median }, serverCheck });
  const view = (serverCheck?: ServerCheck) => viewRow(good, columns, { check, duplicates: [], serverCheck });

  it('is being checked before the result', () => expect(view()).toMatchObject({ state: 'checking', issues: [] }));

  it('is ready without issues, and notes facts that need no action', () => {
    expect(view({ issues: [], signals: ['not-in-book'] })).toMatchObject({ state: 'ready', notes: [] });
    expect(view({ issues: [], signals: ['new-recipient'] })).toMatchObject({
      state: 'ready',
      notes: ['The recipient has never been paid in this asset from this console, or at most a tenth of the amount.'],
    });
  });

  it('shows each warning once in its cell', () => {
    const { state, issues } = view({
      issues: [
        { path: 'value', level: 'warn', message: 'Odd.' },
        { path: 'value', level: 'warn', message: 'Odd.' },
      ],
      signals: ['amount-unusual'],
    });
    expect(state).toBe('warn');
    expect(issues).toEqual([
      { column: 4, level: 'warn', message: 'Odd.' },
      { column: 4, level: 'warn', message: 'The amount is far above the typical amount.' },
    ]);
  });

  it('is not ready with an amount far above the rest of the sheet, unless the recipient was paid as much', () => {
    const message =
      'More than 100 times the median of the sheet, which is 0.1 USDC (9 rows in USDC). Is a decimal point missing?';
    const checked = { issues: [], signals: [] };
    expect(viewIn(checked)).toMatchObject({ state: 'warn', issues: [{ column: 4, level: 'warn', message }] });
    expect(viewIn(undefined)).toMatchObject({ state: 'checking', issues: [{ message }] });
    expect(viewIn(checked, '0.11')).toMatchObject({ state: 'ready', issues: [] });
    expect(viewIn({ ...checked, isUsualForRecipient: true })).toMatchObject({ state: 'ready', issues: [] });
  });

  it('waits for a person to confirm the address', () => {
    const refused = view({
      issues: [{ path: 'chosenAddress', level: 'error', message: 'Looks like another.' }],
      signals: ['look-alike'],
    });
    expect(refused).toMatchObject({
      state: 'error',
      hasSimilarAddresses: true,
      issues: [{ column: 3, level: 'error' }],
    });
    expect(view({ issues: [], signals: ['look-alike'] })).toMatchObject({ state: 'warn', hasSimilarAddresses: true });
  });
});

const wrong = (number: number, ...columns: (number | undefined)[]): RowView => ({
  row: row([], number),
  check: undefined,
  issues: columns.map((column) => ({ column, level: 'error', message: '' })),
  notes: [],
  labels: [],
  hasSimilarAddresses: false,
  state: columns.length > 0 ? 'error' : 'ready',
});

describe('the next issue', () => {
  const views = [wrong(1), wrong(2, 3, 1), wrong(4, undefined), wrong(5)];
  const next = (number?: number, column = 0) => {
    const found = findNextIssue(views, [0, 1, 3], number === undefined ? undefined : { number, column });
    return found && [found.number, found.column];
  };

  it.each([
    [undefined, 0, [2, 1]],
    [1, 0, [2, 1]],
    [2, 3, [4, 0]],
    [2, 0, [2, 1]],
    [2, 1, [2, 3]],
    [4, 1, [4, 0]],
    [4, 0, [2, 1]],
    [5, 0, [2, 1]],
  ])('from row %s, column %s', (number, column, expected) => expect(next(number, column)).toEqual(expected));

  it('is undefined where there is none', () => expect(findNextIssue([wrong(1)], [0], undefined)).toBeUndefined());

  it('is a warning only where there is no error', () => {
    const warned = { ...wrong(3), issues: [{ column: 1, level: 'warn' as const, message: '' }] };
    expect(findNextIssue([warned, wrong(4, 3)], [0, 1, 3], undefined)).toEqual({ number: 4, column: 3 });
    expect(findNextIssue([warned, wrong(4)], [0, 1, 3], undefined)).toEqual({ number: 3, column: 1 });
  });
});
