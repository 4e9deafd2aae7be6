import { formatCsvCell } from '@/lib/text/csv';
import { describeCoverage } from '@/lib/mirror/coverage';
import {
  describeMonth,
  listStatementNotices,
  type Statement,
  STATEMENT_BASIS,
  type StatementLine,
} from '@/lib/statements/statement';

const COLUMNS: readonly (readonly [title: string, read: (line: StatementLine, asset: string) => string | undefined])[] =
  [
    ['Created', ({ createdAt }) => createdAt],
    ['Reference', ({ reference }) => reference],
    ['Transfer', ({ transferId }) => transferId],
    ['Type', ({ type }) => type],
    ['Direction', ({ direction }) => direction],
    ['Network', ({ network }) => network],
    ['Destination address', ({ address }) => address],
    ['Recipient', ({ recipient }) => recipient],
    ['Asset', ({ asset }) => asset],
    ['Amount', ({ amount }) => amount],
    ['Fee', ({ fee }) => fee],
    ['Balance asset', (_line, asset) => asset],
    ['Balance change', ({ change }) => change],
  ];

/** The first line of a statement as CSV (RFC 4180, UTF-8 with a byte order mark). */
export const STATEMENT_CSV_HEAD = `\uFEFF${formatLine(COLUMNS.map(([title]) => title))}`;

/** Formats a line of a statement about the balance of an asset. */
export function formatStatementLine(line: StatementLine, asset: string): string {
  return formatLine(COLUMNS.map(([, read]) => read(line, asset) ?? ''));
}

/** Formats a remark, in as many cells as a line has. */
export function formatStatementRemark(text: string): string {
  return formatLine([`# ${text}`, ...COLUMNS.slice(1).map(() => '')]);
}

/** Formats the end of a statement: its sums, and what its reader must know. A file without it was cut off. */
export function formatStatementTrailer(statement: Statement, { at, by }: { at: string; by: string }): string {
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
  ]
    .map(formatStatementRemark)
    .join('');
}

function formatLine(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\r\n`;
}
