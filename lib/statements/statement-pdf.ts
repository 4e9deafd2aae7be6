import {
  countPdfLines,
  type Letterhead,
  type PdfBlock,
  type PdfCell,
  type PdfColumn,
  type PdfDocument,
  type PdfLine,
} from '@/lib/documents/pdf-document';
import { addAmounts } from '@/lib/money/amounts';
import { groupDigits, writeDecimals } from '@/lib/money/format-amount';
import { networkLabel } from '@/lib/networks/networks';
import {
  describeMonth,
  FEES_LABEL,
  findCounterparty,
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
  { title: 'Balance change', width: 90, isAmount: true, read: ({ change }, asset) => writeChange(change, asset) },
];

function describeMovement(line: StatementLine): PdfCell {
  const { type, direction, network } = line;
  const { recipient = '', address = '' } = findCounterparty(line) ?? {};
  const parts = [type === '' ? 'Transfer' : titleCase(type), recipient, network === '' ? '' : networkLabel(network)];
  return linesOf([
    { text: parts.filter((part) => part !== '').join(' · ') },
    { text: address, isCode: true },
    { text: direction === 'CREDIT' ? 'Sender not given' : '', isMuted: true },
  ]);
}

function describeIds({ reference, transferId }: StatementLine): PdfCell {
  return linesOf([
    { text: reference, isCode: true },
    { text: transferId, isCode: true, isMuted: true },
  ]);
}

const linesOf = (lines: readonly PdfLine[]) => lines.filter(({ text }) => text !== '');

/** An amount; its asset below where that is not the balance's. */
function inAsset(amount: string | undefined, asset: string, balanceAsset: string): PdfCell {
  return linesOf([
    { text: writeChange(amount, asset) },
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
  const profile = profileName === undefined ? choice.profile : `${profileName} (${choice.profile})`;
  const notices = [
    ...(isSandbox ? ['Test environment: no real money moved.'] : []),
    ...listStatementNotices(statement),
  ];
  return {
    title: `Monthly statement, ${month}`,
    issuer: desk,
    createdAt: at,
    orientation: 'landscape',
    // On every page, since a printed page may be read alone.
    footer: [`Monthly statement, ${month} (UTC)`, profile, choice.asset].map((text) => cut(text)).join(' · '),
    blocks: [
      ...notices.map((text) => ({ kind: 'paragraph', text, tone: 'notice' }) as const),
      {
        kind: 'facts',
        facts: [
          { label: 'Profile', value: profile },
          { label: 'Balance asset', value: choice.asset },
        ],
      },
      {
        kind: 'figures',
        figures: [
          { label: 'Completed transfers', value: formatCount(sums.lines) },
          { label: 'In', value: `${write(sums.in, choice.asset)} ${choice.asset}` },
          { label: 'Out', value: `${write(sums.out, choice.asset)} ${choice.asset}` },
          { label: 'Net', value: `${writeChange(sums.net, choice.asset)} ${choice.asset}` },
          {
            label: FEES_LABEL,
            value: sums.fees.map(({ asset, fee }) => `${write(fee, asset)} ${asset}`).join(', ') || 'none',
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
  const [amount, fee] = (['amount', 'fee'] as const).map((column) => sumColumn(lines, column, choice.asset));
  return {
    kind: 'table',
    columns: COLUMNS.map(({ read: _read, ...column }) => column),
    rows: lines.map((line) => COLUMNS.map(({ read }) => read(line, choice.asset))),
    totals: [
      [
        'Net',
        '',
        '',
        ...[amount, fee, sums.net].map((sum) => (sum === undefined ? '' : writeChange(sum, choice.asset))),
      ],
    ],
  };
}

/** Adds up a column; undefined where a line has no value there, or one in another asset. */
function sumColumn(
  lines: readonly StatementLine[],
  column: 'amount' | 'fee',
  balanceAsset: string,
): string | undefined {
  let sum = '0';
  for (const { asset, [column]: value } of lines) {
    if (value === undefined || asset !== balanceAsset) return undefined;
    sum = addAmounts(sum, value);
  }
  return sum;
}

const NOBODY: StatementPdfOrigin = { desk: { name: '', address: [] }, at: '', by: '', isSandbox: true };

/** Counts the lines of a statement's PDF as MAX_PDF_LINES limits them, without reading the statement's lines. */
export function countStatementPdfLines(statement: Statement): number {
  return countPdfLines(toStatementPdf(statement, [], NOBODY)) + statement.sums.lines;
}

/** Writes a change of the balance with its sign, as the page does. */
function writeChange(amount: string | undefined, asset: string): string {
  if (amount === undefined) return 'not given';
  const isOut = amount.startsWith('-');
  const text = write(isOut ? amount.slice(1) : amount, asset);
  return /[1-9]/.test(text) ? `${isOut ? '−' : '+'}${text}` : text;
}

const write = (amount: string, asset: string) => groupDigits(writeDecimals(amount, asset));

const MAX_FOOTER_PART = 60;

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length > MAX_FOOTER_PART ? `${characters.slice(0, MAX_FOOTER_PART).join('')}…` : text;
}
