import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeReading, readTable } from '@/lib/sheets/read-table';
import { readTerms } from '@/lib/search/lookup/read-terms';
import type { SheetAnswers, SheetFile } from '@/lib/sheets/sheet-file';
import type { SheetCells } from '@/lib/sheets/workbook/read-cells';
import type { WorkbookSheet } from '@/lib/sheets/workbook/read-workbook';
import { WITHDRAWAL_COLUMNS } from '@/lib/requests/import/columns';

const HEAD = ['Profile', 'Asset', 'Amount', 'Memo'];
const ROWS = [HEAD, ['p-ops', 'USDC', '5', '104837562'], ['p-ops', 'ETH', '6', '']];

/** A sheet with these rows from row 1 on. */
const sheetOf = (
  rows: readonly string[][],
  given: Partial<SheetCells> & { hidden?: number[] } = {},
): WorkbookSheet => ({
  name: 'Payments',
  isHidden: false,
  cells: {
    ok: true,
    value: {
      hiddenColumns: [],
      merged: [],
      facts: [],
      ...given,
      rows: rows.map((cells, index) => ({
        number: index + 1,
        isHidden: given.hidden?.includes(index + 1) ?? false,
        cells,
      })),
    },
  },
});
const workbook = (...sheets: WorkbookSheet[]): SheetFile => ({ kind: 'workbook', workbook: { sheets } });
const text = (lines: string): SheetFile => ({ kind: 'text', text: lines });
const read = (file: SheetFile, answers: SheetAnswers = {}) => readTable(file, answers, WITHDRAWAL_COLUMNS.names);
const rowsOf = (file: SheetFile, answers: SheetAnswers = {}) => {
  const { value } = read(file, answers);
  return value?.ok ? [value.value.columns, ...value.value.rows] : value;
};
const askedOf = (file: SheetFile, answers: SheetAnswers = {}) =>
  read(file, answers).questions.map(({ id, title, options, chosen }) => [id, title, options.length, chosen]);

describe('a workbook', () => {
  it('of one plain sheet becomes the rows of its CSV, without a question', () => {
    expect(read(workbook(sheetOf(ROWS)))).toEqual({
      questions: [],
      facts: [],
      value: { ok: true, value: { columns: HEAD, rows: ROWS.slice(1) } },
    });
    expect(rowsOf(workbook(sheetOf(ROWS)))).toEqual(rowsOf(text(ROWS.map((cells) => cells.join(',')).join('\n'))));
  });

  it('with a second sheet, a hidden one too, is read once one is chosen', () => {
    const file = workbook(sheetOf(ROWS), { ...sheetOf([['x'], ['y']]), name: 'Old', isHidden: true });
    expect(rowsOf(file)).toBeUndefined();
    expect(read(file).questions[0]?.options.map(({ label }) => label)).toEqual([
      '“Payments” (3 rows)',
      '“Old” (hidden, 2 rows)',
    ]);
    expect(rowsOf(file, { sheet: '0' })).toEqual(ROWS);
    expect(rowsOf(file, { sheet: '1' })).toEqual([['x'], ['y']]);
    expect(askedOf(workbook({ ...sheetOf(ROWS), isHidden: true }))).toEqual([
      ['hiddenSheet', 'The only sheet with values is hidden: “Payments”.', 1, undefined],
    ]);
  });

  it('with hidden rows and columns is read once it is said what becomes of them', () => {
    const file = workbook(
      sheetOf(ROWS, {
        hidden: [3],
        hiddenColumns: [3],
        facts: [
          { row: 2, column: 3, fact: 'long', detail: '12345678901234567' },
          { row: 3, column: 1, fact: 'error', detail: '#N/A' },
        ],
      }),
    );
    expect(askedOf(file, { hiddenRows: 'leave' })).toEqual([
      ['hiddenRows', 'Row 3 is hidden.', 2, 'leave'],
      ['hiddenColumns', 'Column D is hidden.', 2, undefined],
    ]);
    expect(rowsOf(file, { hiddenRows: 'leave' })).toBeUndefined();
    const left = { hiddenRows: 'leave', hiddenColumns: 'leave' };
    expect(rowsOf(file, left)).toEqual([
      ['Profile', 'Asset', 'Amount'],
      ['p-ops', 'USDC', '5'],
    ]);
    expect(read(file, left).facts).toEqual([]);
    const whole = { hiddenRows: 'include', hiddenColumns: 'include' };
    expect(rowsOf(file, whole)).toEqual(ROWS);
    expect(read(file, whole).facts).toEqual([
      { text: '1 cell has an error: B3 (#N/A). Enter the right values in the next step.', isCalm: false },
      {
        text:
          '1 number has more than 15 digits: D2 (12345678901234567). A spreadsheet keeps 15 digits, so the others ' +
          'may be wrong. Compare them with the source.',
        isCalm: false,
      },
    ]);
    expect(describeReading(read(file, whole))[0]).toBe('Row 3 is hidden: Read it too.');
  });

  it('with merged cells below the names has the value once, or in each, as is chosen', () => {
    const rows = [HEAD, ['p-ops', 'USDC', '5', 'm'], ['', 'ETH', '6', '']];
    const merged = [
      { top: 1, left: 0, bottom: 1, right: 3 },
      { top: 2, left: 0, bottom: 3, right: 0 },
      { top: 2, left: 3, bottom: 1_048_576, right: 16_383 },
    ];
    const file = workbook(sheetOf(rows, { merged }));
    expect(askedOf(file)).toEqual([
      ['merged', 'Merged cells have one value for several cells: A2:A3 and D2:XFD1048576.', 2, undefined],
    ]);
    expect(rowsOf(file, { merged: 'leave' })).toEqual(rows);
    expect(rowsOf(file, { merged: 'repeat' })).toEqual([HEAD, rows[1], ['p-ops', 'ETH', '6', 'm']]);
  });

  it('that cannot be read on one sheet says so when that is chosen', () => {
    const broken: WorkbookSheet = { name: 'Broken', isHidden: false, cells: { ok: false, error: 'Too wide.' } };
    expect(read(workbook(broken, sheetOf(ROWS)), { sheet: '0' }).value).toEqual({ ok: false, error: 'Too wide.' });
    expect(read(workbook(broken)).value).toEqual({ ok: false, error: 'Too wide.' });
  });
});

describe('a table', () => {
  it('is read below the row that has most of the known names, which is shown and can be changed', () => {
    const lines = 'Payments of October;;\n\nPrepared by;Ops;\nProfile;Asset;Amount\np-ops;ETH;1,5\n';
    expect(askedOf(text(lines))).toEqual([
      ['head', 'Which row names the columns? Rows above it are left out.', 4, '4'],
    ]);
    expect(rowsOf(text(lines))).toEqual([
      ['Profile', 'Asset', 'Amount'],
      ['p-ops', 'ETH', '1,5'],
    ]);
    expect(rowsOf(text(lines), { head: '3' })).toEqual({ ok: false, error: expect.stringContaining('Row 4 has more') });
    // Without any known name the first row names them, as ever.
    expect(askedOf(text('a,b\n1,2\n'))).toEqual([]);
  });

  it.each(['sep=;\n', '\uFEFFsep=;\r\n', '"sep=;"\n'])('is separated as its first line says: %j', (first) =>
    expect(rowsOf(text(`${first}Profile;Amount\np-ops;1,5,5,5\n`))).toEqual([
      ['Profile', 'Amount'],
      ['p-ops', '1,5,5,5'],
    ]),
  );

  it('with two columns for one field is read once one is chosen, unless both say the same', () => {
    const file = text('Amount,Profile,Value\n5,p-ops,6\n7,p-ops,7\n');
    expect(read(file)).toMatchObject({
      questions: [
        {
          id: 'column Amount',
          title: '2 columns can be “Amount”. Which one is meant?',
          options: [
            { value: '0', label: 'Column A, “Amount”', samples: ['5', '7'] },
            { value: '2', label: 'Column C, “Value”', samples: ['6', '7'] },
          ],
        },
      ],
      value: undefined,
    });
    expect(rowsOf(file, { 'column Amount': '2' })).toEqual([
      ['Amount (not used)', 'Profile', 'Value'],
      ['5', 'p-ops', '6'],
      ['7', 'p-ops', '7'],
    ]);
    expect(askedOf(text('Amount,Amount\n5,5\n'))).toEqual([]);
    expect(askedOf(text('metadata: a,metadata: a\n5,6\n'))).toEqual([]);
  });

  it('in an unknown encoding is read once that is chosen', () => {
    const bytes = Uint8Array.of(...Array.from('Profile,Note\np-ops,M', (letter) => letter.charCodeAt(0)), 0xfc);
    const encodings = [{ id: 'windows-1252', label: 'Western', samples: ['Mü'] } as const].map((one) => ({
      ...one,
      samples: [...one.samples],
    }));
    const file: SheetFile = { kind: 'bytes', bytes, encodings };
    expect(rowsOf(file)).toBeUndefined();
    expect(rowsOf(file, { encoding: 'windows-1252' })).toEqual([
      ['Profile', 'Note'],
      ['p-ops', 'Mü'],
    ]);
    expect(readTerms(file, {}).value).toBeUndefined();
  });

  it('is a table, a question or a sentence, whatever its cells and the answers', () => {
    const cell = fc.constantFrom('', ' ', 'Amount', 'Profile', 'x', '1', '# note', 'metadata: a');
    const rows = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 });
    const place = fc.record({ top: fc.nat(6), left: fc.nat(5), bottom: fc.nat(9), right: fc.nat(9) });
    const answers = fc.dictionary(
      fc.constantFrom('sheet', 'hiddenRows', 'hiddenColumns', 'merged', 'head', 'column Amount'),
      fc.constantFrom('leave', 'include', 'repeat', '0', '1', '2', '-1', 'x'),
    );
    fc.assert(
      fc.property(
        rows,
        fc.array(place, { maxLength: 3 }),
        fc.array(fc.nat(6)),
        answers,
        (given, merged, hidden, said) => {
          const file = workbook(sheetOf(given, { merged, hidden, hiddenColumns: hidden.filter((index) => index < 5) }));
          const { value, questions } = read(file, said);
          if (value?.ok) {
            expect(questions.every(({ chosen }) => chosen !== undefined)).toBe(true);
            for (const cells of value.value.rows) expect(cells.length).toBe(value.value.columns.length);
          } else if (value) expect(value.error).toMatch(/\.$/);
          else expect(questions.some(({ chosen }) => chosen === undefined)).toBe(true);
          readTerms(file, said);
        },
      ),
    );
  });
});

describe('the terms of a file', () => {
  it('are the column of references of a workbook, in its first row too, and the words of a text', () => {
    const file = workbook(
      sheetOf(
        [
          ['inv-1', '5'],
          ['inv-2', '6'],
        ],
        { facts: [{ row: 1, column: 0, fact: 'formula', detail: '' }] },
      ),
    );
    expect(readTerms(file, {})).toMatchObject({ facts: [{ isCalm: false }], value: { value: ['inv-1', 'inv-2'] } });
    const named = workbook(
      sheetOf([
        ['Amount', 'Reference'],
        ['5', 'inv-1'],
      ]),
    );
    expect(readTerms(named, {})).toMatchObject({ value: { value: ['inv-1'] } });
    expect(readTerms(text('inv-1\ninv-2'), {})).toMatchObject({ value: { value: ['inv-1', 'inv-2'] } });
  });
});
