import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell } from '@/lib/transfers/export-format';
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
    [
      'what was kept from being a formula',
      "Name\n'=1+1\n'-x\n'quoted\n",
      sheet(['Name'], ['=1+1'], ['-x'], ["'quoted"]),
    ],
  ])('takes %s', (_what, text, expected) => expect(readSheet(text)).toEqual(expected));

  it.each([
    ['nothing', ' \n', 'nothing in it'],
    ['a head alone', 'Name,Note\n', 'only one row'],
    ['a quote that does not end', 'Name\n"One', 'row 2'],
    ['more cells than columns', 'Name,Note\nOne,a\nTwo,a,b', 'Row 3 has more cells'],
    ['too many rows', `Name\n${'x\n'.repeat(1_001)}`, '1,001 rows'],
    ['too much', 'x'.repeat(900_001), 'longer than'],
  ])('refuses %s', (_what, text, words) =>
    expect(readSheet(text)).toEqual({ ok: false, error: expect.stringContaining(words) }),
  );

  it('reads back what an export wrote', () => {
    const cell = fc
      .string({ unit: fc.constantFrom(...`ab1 ,;"'=+-@\n\té`) })
      .map((text) => text.trim())
      // The one text that cannot be told from a cell that was kept from being a formula.
      .filter((text) => text !== '' && !/'[=+\-@\t]/.test(text));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }), (rows) => {
        const text = ['First,Second', ...rows.map((row) => row.map(csvCell).join(','))].join('\r\n');
        expect(readSheet(text)).toEqual(sheet(['First', 'Second'], ...rows));
      }),
    );
  });
});
