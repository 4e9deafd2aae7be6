import {
  countPdfLines,
  type Letterhead,
  type PdfBlock,
  type PdfColumn,
  type PdfDocument,
} from '@/lib/documents/pdf-document';
import { describeCoverage } from '@/lib/mirror/coverage';
import { groupDigits } from '@/lib/money/format-amount';
import {
  describeMonth,
  formatUtc,
  listStatementNotices,
  type Statement,
  STATEMENT_BASIS,
  type StatementLine,
} from '@/lib/statements/statement';
import { formatCount } from '@/lib/text/locale';
import { titleCase } from '@/lib/text/title-case';

/** Where, when (ISO 8601) and by whom a PDF is made. */
export interface StatementPdfOrigin {
  desk: Letterhead;
  at: string;
  by: string;
  /** True where the console works with test data. */
  isSandbox: boolean;
}

const COLUMNS: readonly (PdfColumn & { read: (line: StatementLine) => string })[] = [
  { title: 'Created (UTC)', width: 50, read: ({ createdAt }) => formatUtc(createdAt) },
  { title: 'Reference', width: 76, read: ({ reference }) => reference },
  { title: 'Transfer', width: 84, isCode: true, read: ({ transferId }) => transferId },
  { title: 'Type', width: 52, read: ({ type }) => (type === '' ? '' : titleCase(type)) },
  { title: 'Direction', width: 42, read: ({ direction }) => (direction === '' ? '' : titleCase(direction)) },
  { title: 'Network', width: 50, read: ({ network }) => network },
  { title: 'Destination address', width: 98, isCode: true, read: ({ address }) => address },
  { title: 'Recipient', width: 60, read: ({ recipient }) => recipient },
  { title: 'Asset', width: 34, read: ({ asset }) => asset },
  { title: 'Amount', width: 74, align: 'right', read: ({ amount }) => writeSigned(amount) },
  { title: 'Fee', width: 52, align: 'right', read: ({ fee }) => writeSigned(fee) },
  { title: 'Balance change', width: 74, align: 'right', read: ({ change }) => writeSigned(change) },
];

/** Gives the PDF of a statement with all of its lines: the same values, sums and warnings as page and CSV. */
export function toStatementPdf(
  statement: Statement,
  lines: readonly StatementLine[],
  { desk, at, by, isSandbox }: StatementPdfOrigin,
): PdfDocument {
  const { choice, profileName, sums, coverage } = statement;
  const month = describeMonth(choice.month);
  const notices = [
    ...(isSandbox ? ['Test environment: no real money moved.'] : []),
    ...listStatementNotices(statement),
  ];
  return {
    title: `Monthly statement, ${month}`,
    issuer: desk,
    createdAt: at,
    orientation: 'landscape',
    footer: `Monthly statement, ${month} (UTC). Exported ${formatUtc(at)} UTC.`,
    blocks: [
      ...notices.map((text) => ({ kind: 'paragraph', text, tone: 'notice' }) as const),
      {
        kind: 'facts',
        facts: [
          { label: 'Profile', value: choice.profile },
          ...(profileName === undefined ? [] : [{ label: 'Profile name', value: profileName }]),
          { label: 'Balance asset', value: choice.asset },
          { label: 'Month', value: `${month} (UTC)` },
          { label: 'Completed transfers', value: formatCount(sums.lines) },
          { label: 'In', value: money(sums.in, choice.asset) },
          { label: 'Out', value: money(sums.out, choice.asset) },
          { label: 'Net', value: money(sums.net, choice.asset) },
          ...sums.fees.map(({ asset, fee }) => ({ label: 'Fees, part of in and out', value: money(fee, asset) })),
          { label: 'Transfer sync', value: describeCoverage(coverage, 'UTC') },
          { label: 'Exported', value: `${formatUtc(at)} UTC by ${by}` },
        ],
      },
      { kind: 'paragraph', text: STATEMENT_BASIS, tone: 'muted' },
      describeLines(statement, lines),
    ],
  };
}

function describeLines({ choice, sums }: Statement, lines: readonly StatementLine[]): PdfBlock {
  if (sums.lines === 0)
    return {
      kind: 'paragraph',
      text: `No completed transfers changed this balance in ${describeMonth(choice.month)}.`,
    };
  const net = COLUMNS.map((_column, index) => (index === 0 ? 'Net' : ''));
  return {
    kind: 'table',
    columns: COLUMNS.map(({ read: _read, ...column }) => column),
    rows: lines.map((line) => COLUMNS.map(({ read }) => read(line))),
    totals: [[...net.slice(0, -1), writeSigned(sums.net)]],
  };
}

const NOBODY: StatementPdfOrigin = { desk: { name: '', address: [] }, at: '', by: '', isSandbox: true };

/** Counts the lines of a statement's PDF as MAX_PDF_LINES limits them, without reading the statement's lines. */
export function countStatementPdfLines(statement: Statement): number {
  return countPdfLines(toStatementPdf(statement, [], NOBODY)) + statement.sums.lines;
}

function money(amount: string, asset: string): string {
  return `${writeSigned(amount)} ${asset}`;
}

function writeSigned(amount: string | undefined): string {
  if (amount === undefined) return 'not given';
  return amount.startsWith('-') ? `-${groupDigits(amount.slice(1))}` : groupDigits(amount);
}
