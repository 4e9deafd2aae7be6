import type { TableColumn } from '@/lib/sheets/write/table';
import { describeCoverage } from '@/lib/mirror/coverage';
import {
  describeMonth,
  listStatementNotices,
  type Statement,
  STATEMENT_BASIS,
  type StatementLine,
} from '@/lib/statements/statement';

interface StatementColumn extends TableColumn {
  read: (line: StatementLine, asset: string) => string | undefined;
}

/** The columns of a statement as a table. */
export const STATEMENT_COLUMNS: readonly StatementColumn[] = [
  { title: 'Created', read: ({ createdAt }) => createdAt },
  { title: 'Reference', read: ({ reference }) => reference },
  { title: 'Transfer', read: ({ transferId }) => transferId },
  { title: 'Type', read: ({ type }) => type },
  { title: 'Direction', read: ({ direction }) => direction },
  { title: 'Network', read: ({ network }) => network },
  { title: 'Destination address', read: ({ address }) => address },
  { title: 'Recipient', read: ({ recipient }) => recipient },
  { title: 'Asset', read: ({ asset }) => asset },
  { title: 'Amount', kind: 'amount', read: ({ amount }) => amount },
  { title: 'Fee', kind: 'amount', read: ({ fee }) => fee },
  { title: 'Balance asset', read: (_line, asset) => asset },
  { title: 'Balance change', kind: 'amount', read: ({ change }) => change },
];

/** Gives the cells of a line of a statement about the balance of an asset. */
export function toStatementCells(line: StatementLine, asset: string): string[] {
  return STATEMENT_COLUMNS.map(({ read }) => read(line, asset) ?? '');
}

/** Lists what ends a statement: its sums, and what its reader must know. A file without it was cut off. */
export function listStatementRemarks(statement: Statement, { at, by }: { at: string; by: string }): string[] {
  const { choice, profileName, sums, coverage } = statement;
  return [
    `Statement: profile ${choice.profile}, balance asset ${choice.asset}, ${describeMonth(choice.month)} (UTC)`,
    ...(profileName === undefined ? [] : [`Profile name: ${profileName}`]),
    ...listStatementNotices(statement),
    `Transfers: ${sums.lines}`,
    `In: ${sums.in} ${choice.asset}`,
    `Out: ${sums.out} ${choice.asset}`,
    `Net: ${sums.net} ${choice.asset}`,
    ...sums.fees.map(({ asset, fee }) => `Fees, part of the balance changes: ${fee} ${asset}`),
    STATEMENT_BASIS,
    `Transfer sync: ${describeCoverage(coverage, 'UTC')}`,
    `Exported: ${at} by ${by}`,
  ];
}
