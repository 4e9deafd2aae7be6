import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listRequestRemarks, REQUEST_EXPORT_COLUMNS, toExportCells } from '@/lib/requests/list/export';
import { ALL_REQUESTS } from '@/lib/requests/list/query';
import { createCsvTable } from '@/lib/sheets/write/csv-table';
import { anyCharacter } from '@/scripts/testing/data/any-character';

const REJECTED = JSON.stringify({ state: 'REJECTED', send: null });
const cellsWith = (change: Partial<Record<(typeof REQUEST_EXPORT_COLUMNS)[number]['id'], string>>) =>
  REQUEST_EXPORT_COLUMNS.map(({ id }) => change[id] ?? (id === 'status' ? REJECTED : ''));

const table = createCsvTable(REQUEST_EXPORT_COLUMNS);
const writeRequestLine = (cells: readonly string[]) => table.row(toExportCells(cells));
const countCells = (line: string) => line.replaceAll(/"[^"]*"/g, '').split(',').length;

describe('an export of withdrawals', () => {
  it('writes the status in words, amounts digit by digit, and texts that are no formulas', () => {
    const amount = '123456789012345678901234567890.000000000000000001';
    const line = writeRequestLine(
      cellsWith({ amount, reason: '=cmd|calc', memo: '+1', recipient: 'Sons, "Ltd"', batch: '@x' }),
    );
    expect(line).toContain(`,Rejected,,${amount},`);
    expect(line).toContain(`"Sons, ""Ltd"""`);
    for (const safe of ["'=cmd|calc", "'+1", "'@x"]) expect(line).toContain(safe);
  });

  it('never begins a cell like a formula, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), (text) => {
        const line = writeRequestLine(cellsWith({ reason: text }));
        expect(line.endsWith('\r\n')).toBe(true);
        if (/^[=+\-@\t\r]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text)) expect(line).toMatch(/,"?'/);
      }),
    );
  });

  it('ends with the number of rows, the sums and the query, with as many cells in every line', () => {
    const remarks = listRequestRemarks({
      rows: 2,
      totals: [
        { asset: 'ETH', total: '1.5', count: 1 },
        { asset: '', total: '0', count: 2 },
      ],
      query: { ...ALL_REQUESTS, isMine: true },
      at: '2026-11-22T10:00:00.000Z',
      by: '=finance',
    });
    const trailer = remarks.map(table.remark).join('');
    expect(trailer.split('\r\n').map((line) => line.replace(/,*$/, ''))).toEqual(
      [
        '# Rows: 2',
        '"# ETH requested: 1.5 in 1 row, fees not counted"',
        '"# No asset requested: 0 in 2 rows, fees not counted"',
        '# Filter: Mine',
        '# Order: Newest first',
        '# Exported: 2026-11-22T10:00:00.000Z by =finance',
        '',
      ].map((line) => line.replace(/,$/, '')),
    );
    expect([table.head, table.remark('a')].map(countCells)).toEqual([18, 18]);
  });
});
