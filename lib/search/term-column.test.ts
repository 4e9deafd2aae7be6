import { formatCsvCell } from '@/lib/text/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTermColumn } from '@/lib/search/term-column';

describe('the terms of a file', () => {
  it.each<[string, string, string[]]>([
    ['one on each line', 'INV-1\r\nINV-2\n\n INV-3 ', ['INV-1', 'INV-2', 'INV-3']],
    ['the first column without a known head', 'a;1\nb;2', ['a', 'b']],
    ['the column of references', 'Date,Reference,Amount\n2026-11-01,INV-1,5\n2026-11-02,INV-2,6', ['INV-1', 'INV-2']],
    ['the column of IDs', 'Amount\tTransfer ID\n5\tt-1', ['t-1']],
    ['the terms of an earlier export', '\uFEFFline,term,reference\r\n1,INV-1,INV-1\r\n# Rows: 1,,', ['INV-1']],
    ['quoted cells', 'ref_id\n"INV, 1"\n"say ""hi"""', ['INV, 1', 'say "hi"']],
    ['cells that were escaped from formulas', "term\n'=1+1", ['=1+1']],
    ['nothing', ' \n\n', []],
  ])('are %s', (_name, text, wanted) => {
    expect(readTermColumn(text)).toEqual(wanted);
  });

  it('are what was written, for any cell without spaces around it', () => {
    const term = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((text) => text === text.trim() && !/^(?:# |')/.test(text) && !/[;"\s]+[=+\-@]/.test(text));
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 20 }), (terms) => {
        const rows = terms.map((text, index) => `${formatCsvCell(text)},${index}\r\n`).join('');
        expect(readTermColumn(`term,other\r\n${rows}`)).toEqual(terms);
      }),
    );
  });
});
