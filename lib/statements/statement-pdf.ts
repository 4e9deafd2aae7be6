import {
  countPdfLines,
  type Letterhead,
  type PdfBlock,
  type PdfCell,
  type PdfColumn,
  type PdfDocument,
  type PdfLine,
} from '@/lib/documents/pdf-document';
import { groupDigits, writeDecimals } from '@/lib/money/format-amount';
import { networkLabel } from '@/lib/networks/networks';
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

const COLUMNS: readonly (PdfColumn & { read: (line: StatementLine, asset: string) => PdfCell })[] = [
  { title: 'Created (UTC)', width: 82, read: ({ createdAt }) => formatUtc(createdAt) },
  { title: 'Movement', width: 205, read: describeMovement },
  { title: 'Reference and transfer', width: 165, read: describeIds },
  { title: 'Amount', width: 84, isAmount: true, read: (line, asset) => inAsset(line.amount, line.asset, asset) },
  { title: 'Fee', width: 68, isAmount: true, read: (line, asset) => inAsset(line.fee, line.asset, asset) },
  { title: 'Balance change', width: 90, isAmount: true, read: ({ change }, asset) => writeSigned(change, asset) },
];

function describeMovement({ type, recipient, network, address }: StatementLine): PdfCell {
  const parts = [type === '' ? 'Transfer' : titleCase(type), recipient, network === '' ? '' : networkLabel(network)];
  return linesOf([{ text: parts.filter((part) => part !== '').join(' · ') }, { text: address, isCode: true }]);
}

function describeIds({ reference, transferId }: StatementLine): PdfCell {
  return linesOf([{ text: reference }, { text: transferId, isCode: true, isMuted: true }]);
}

const linesOf = (lines: readonly PdfLine[]) => lines.filter(({ text }) => text !== '');

/** An amount; its asset below where that is not the balance's. */
function inAsset(amount: string | undefined, asset: string, balanceAsset: string): PdfCell {
  return linesOf([
    { text: writeSigned(amount, asset) },
    { text: amount === undefined || asset === balanceAsset ? '' : asset, isMuted: true },
  ]);
}

/** Gives the PDF of a statement with all of its lines: the same values, sums and warnings as page and CSV. */
export function toStatementPdf(
  statement: Statement,
  lines: readonly StatementLine[],
  { desk, at, by, isSandbox }: StatementPdfOrigin,
): PdfDocument {
  const { choice, profileName, sums } = statement;
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
    footer: `Monthly statement, ${month} (UTC)`,
    blocks: [
      ...notices.map((text) => ({ kind: 'paragraph', text, tone: 'notice' }) as const),
      {
        kind: 'facts',
        facts: [
          {
            label: 'Profile',
            value: profileName === undefined ? choice.profile : `${profileName} (${choice.profile})`,
          },
          { label: 'Balance asset', value: choice.asset },
        ],
      },
      {
        kind: 'figures',
        figures: [
          { label: 'In', value: money(sums.in, choice.asset) },
          { label: 'Out', value: money(sums.out, choice.asset) },
          { label: 'Net', value: money(sums.net, choice.asset) },
          {
            label: 'Fees, part of in and out',
            value: sums.fees.map(({ asset, fee }) => money(fee, asset)).join(', ') || 'none',
          },
        ],
      },
      describeLines(statement, lines),
      { kind: 'paragraph', text: `${STATEMENT_BASIS} Exported ${formatUtc(at)} UTC by ${by}.`, tone: 'muted' },
    ],
  };
}

function describeLines({ choice, sums }: Statement, lines: readonly StatementLine[]): PdfBlock {
  if (sums.lines === 0)
    return {
      kind: 'paragraph',
      text: `No completed transfers changed this balance in ${describeMonth(choice.month)}.`,
    };
  const count = `${formatCount(sums.lines)} completed ${sums.lines === 1 ? 'transfer' : 'transfers'}`;
  const empty = COLUMNS.slice(2, -1).map(() => '');
  return {
    kind: 'table',
    columns: COLUMNS.map(({ read: _read, ...column }) => column),
    rows: lines.map((line) => COLUMNS.map(({ read }) => read(line, choice.asset))),
    totals: [['Net', count, ...empty, writeSigned(sums.net, choice.asset)]],
  };
}

const NOBODY: StatementPdfOrigin = { desk: { name: '', address: [] }, at: '', by: '', isSandbox: true };

/** Counts the lines of a statement's PDF as MAX_PDF_LINES limits them, without reading the statement's lines. */
export function countStatementPdfLines(statement: Statement): number {
  return countPdfLines(toStatementPdf(statement, [], NOBODY)) + statement.sums.lines;
}

function money(amount: string, asset: string): string {
  return `${writeSigned(amount, asset)} ${asset}`;
}

function writeSigned(amount: string | undefined, asset: string): string {
  if (amount === undefined) return 'not given';
  const isOut = amount.startsWith('-');
  return `${isOut ? '-' : ''}${groupDigits(writeDecimals(isOut ? amount.slice(1) : amount, asset))}`;
}
