import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, it } from 'vitest';
import { createCsvTable } from '@/lib/sheets/write/csv-table';
import type { Statement, StatementLine } from '@/lib/statements/statement';
import { listStatementRemarks, STATEMENT_COLUMNS, toStatementCells } from '@/lib/statements/statement-table';

const LINE: StatementLine = {
  transferId: 't-1',
  createdAt: '2026-10-03T10:00:00Z',
  reference: '=cmd|"/c calc"!A1',
  type: 'CRYPTO_WITHDRAWAL',
  direction: 'DEBIT',
  network: 'ETHEREUM',
  address: '0x1',
  recipient: 'Müller, "the" desk\r\n@home',
  asset: 'ETH',
  amount: '-1.5',
  fee: '-0.001',
  change: '-1.501',
};

const table = createCsvTable(STATEMENT_COLUMNS);
const formatStatementLine = (line: StatementLine) => table.row(toStatementCells(line, 'ETH'));
const parse = (text: string) => Papa.parse<string[]>(text, { skipEmptyLines: true }).data;

it('a line has a cell for each title, numbers stay numbers, and texts are no formulas', () => {
  const [head = [], cells = []] = parse(`${table.head.slice(1)}${formatStatementLine(LINE)}`);
  expect(Object.fromEntries(head.map((title, index) => [title, cells[index]]))).toEqual({
    Created: '2026-10-03T10:00:00Z',
    Reference: `'=cmd|"/c calc"!A1`,
    Transfer: 't-1',
    Type: 'CRYPTO_WITHDRAWAL',
    Direction: 'DEBIT',
    Network: 'ETHEREUM',
    'Destination address': '0x1',
    Recipient: `Müller, "the" desk\r\n'@home`,
    Asset: 'ETH',
    Amount: '-1.5',
    Fee: '-0.001',
    'Balance asset': 'ETH',
    'Balance change': '-1.501',
  });
  expect(table.head.startsWith('\uFEFF')).toBe(true);
});

it('no text becomes a formula or another cell', () => {
  const [head = []] = parse(table.head);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (reference, recipient) => {
      const [cells = []] = parse(formatStatementLine({ ...LINE, reference, recipient }));
      expect(cells).toHaveLength(head.length);
      expect(cells.filter((cell) => /^[=+@\t\r]/.test(cell))).toEqual([]);
    }),
  );
});

it('the end says what the statement is about, its sums, and what is missing', () => {
  const statement: Statement = {
    choice: { profile: 'p-ops', asset: 'ETH', month: '2026-10' },
    profileName: '=Operations',
    sums: {
      lines: 2,
      in: '3',
      out: '1.501',
      net: '1.499',
      fees: [{ asset: 'ETH', fee: '0.001' }],
      pending: 3,
      unreadable: 0,
    },
    coverage: {
      transfers: 5,
      isComplete: false,
      asOf: null,
      oldestAt: null,
      progress: null,
      error: null,
      staleSince: null,
      missingIndexes: 0,
      answeredAt: '2026-11-20T10:00:05.000Z',
    },
  };
  const remarks = listStatementRemarks(statement, { at: '2026-11-20T10:00:06.000Z', by: 'support' });
  const rows = parse(remarks.map(table.remark).join(''));
  expect(rows.map(([text]) => text)).toEqual([
    '# Statement: profile p-ops, balance asset ETH, October 2026 (UTC)',
    '# Profile name: =Operations',
    expect.stringContaining('# The copy of the transfers is not complete yet'),
    expect.stringContaining('# 3 transfers of this month are pending'),
    '# Transfers: 2',
    '# In: 3 ETH',
    '# Out: 1.501 ETH',
    '# Net: 1.499 ETH',
    '# Fees, part of the balance changes: 0.001 ETH',
    expect.stringContaining('# Completed transfers by their time of creation (UTC).'),
    '# Transfer sync: sync in progress: 5 transfers',
    '# Exported: 2026-11-20T10:00:06.000Z by support',
  ]);
  expect(new Set([...rows, ...parse(table.interruption('ended'))].map((row) => row.length)).size).toBe(1);
});
