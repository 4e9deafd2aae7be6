import { formatCsvCell } from '@/lib/text/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSheet } from '@/lib/text/sheet';

const sheet = (columns: string[], ...rows: string[][]) => ({ ok: true, value: { columns, rows } });

describe('reading a sheet', () => {
  it.each([
    ['commas', 'Name,Note\nOne,"a, b"\n', sheet(['Name', 'Note'], ['One', 'a, b'])],
    [
      'semicolons, a byte order mark and CRLF',
      '\uFEFFName;Amount\r\nOne;1,5\r\n',
      sheet(['Name', 'Amount'], ['One', '1,5']),
    ],
    ['tabs, as a spreadsheet copies', 'Name\tNote\nOne\ttwo', sheet(['Name', 'Note'], ['One', 'two'])],
    [
      'quotes, doubled quotes and line ends in a cell',
      'Name,Note\n"O ""One""","a\nb"',
      sheet(['Name', 'Note'], ['O "One"', 'a\nb']),
    ],
    ['empty rows and cells', '\n,\nName, Note ,,\n\n One \n,x\n', sheet(['Name', 'Note'], ['One', ''], ['', 'x'])],
    ['one column', 'Address\nabc', sheet(['Address'], ['abc'])],
    ['escaped formulas', "Name\n'=1+1\n'-x\n'quoted\n", sheet(['Name'], ['=1+1'], ['-x'], ["'quoted"])],
  ])('reads %s', (_what, text, expected) => expect(readSheet(text)).toEqual(expected));

  it.each([
    ['an empty sheet', ' \n', 'sheet is empty'],
    ['a header row alone', 'Name,Note\n', 'only a header row'],
    ['an unmatched quote', 'Name\n"One', 'Row 2'],
    ['more cells than columns', 'Name,Note\nOne,a\nTwo,a,b', 'Row 3 has more cells'],
    ['too many rows', `Name\n${'x\n'.repeat(1_001)}`, '1,001 rows'],
    ['too many characters', 'x'.repeat(900_001), 'more than 900,000 characters'],
  ])('rejects %s', (_what, text, message) =>
    expect(readSheet(text)).toEqual({ ok: false, error: expect.stringContaining(message) }),
  );

  it('reads back what an export wrote', () => {
    const cell = fc
      .string({ unit: fc.constantFrom(...`ab1 ,;"'=+-@\n\té`) })
      .map((text) => text.trim())
      // The only text that is indistinguishable from a cell with an escaped formula.
      .filter((text) => text !== '' && !/'[=+\-@\t]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), (rows) => {
        const text = ['First,Second', ...rows.map((row) => row.map(formatCsvCell).join(','))].join('\r\n');
        expect(readSheet(text)).toEqual(sheet(['First', 'Second'], ...rows));
      }),
    );
  });
});
