import { addAmounts, subtractAmounts } from '@/lib/money/amounts';
import type { Coverage } from '@/lib/mirror/coverage';
import type { TableFormat } from '@/lib/sheets/write/table';
import { formatCount, formatDate } from '@/lib/text/locale';
import { balanceAsset, signAmount } from '@/lib/transfers/balance-change';
import { payeeAddress } from '@/lib/transfers/payee-address';
import type { TransferRow } from '@/lib/transfers/transfer';

/** What a statement is about: the balance of an asset in a profile, in a month of UTC such as "2026-10". */
export interface StatementChoice {
  profile: string;
  asset: string;
  month: string;
}

/** A movement of the balance: a completed transfer. Amounts are signed by what they do to the balance. */
export interface StatementLine {
  transferId: string;
  /** The creation time as the record gives it. */
  createdAt: string;
  reference: string;
  type: string;
  direction: string;
  network: string;
  /** The destination of a withdrawal; of a deposit the desk's own address, where the record has one. */
  address: string;
  /** The name in the address book of whom a withdrawal pays. */
  recipient: string;
  /** The asset of amount and fee, which differs from the balance's where the transfer includes a conversion. */
  asset: string;
  /** Undefined where the record has no readable amount or direction. */
  amount: string | undefined;
  fee: string | undefined;
  change: string | undefined;
}

/** The exact sums of a statement. */
export interface StatementSums {
  /** The number of lines: completed transfers. */
  lines: number;
  in: string;
  out: string;
  /** `in` less `out`. */
  net: string;
  /** The fees by their asset; they are part of the balance changes. */
  fees: { asset: string; fee: string }[];
  /** Transfers of the month that are pending, in no sum and no line. */
  pending: number;
  /** Lines without a readable total or direction, in no sum. */
  unreadable: number;
}

/** A statement without its lines. */
export interface Statement {
  choice: StatementChoice;
  /** Name of the profile; undefined for one without a name. */
  profileName: string | undefined;
  sums: StatementSums;
  coverage: Coverage;
}

const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** Reads the choice from URL parameters; undefined where one is missing or the month is none. */
export function readStatementChoice(parameters: URLSearchParams): StatementChoice | undefined {
  const [profile = '', asset = '', month = ''] = ['profile', 'asset', 'month'].map(
    (name) => parameters.get(name) ?? '',
  );
  return profile !== '' && asset !== '' && MONTH.test(month) ? { profile, asset, month } : undefined;
}

/** Writes a choice as URL parameters. */
export function writeStatementChoice(choice: StatementChoice): URLSearchParams {
  return new URLSearchParams({ profile: choice.profile, asset: choice.asset, month: choice.month });
}

/** Gives the first moment of a month and of the next one, in UTC (ISO 8601). */
export function boundsOfMonth(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const start = (offset: number) => {
    const date = new Date(0);
    // Date.UTC takes years below 100 for those of the last century.
    date.setUTCFullYear(year, number - 1 + offset, 1);
    return date.toISOString();
  };
  return { from: start(0), to: start(1) };
}

/** Gives the month of a moment in UTC, such as "2026-10". */
export function monthOf(iso: string): string {
  return new Date(iso).toISOString().slice(0, 7);
}

const MAX_MONTHS = 240;

/** Lists the months from one moment to a later one, the newest first; at most 240. */
export function listMonths(from: string, to: string): string[] {
  const months: string[] = [];
  const [first, last] = [monthOf(from), monthOf(to)];
  for (let month = last; month >= first && months.length < MAX_MONTHS;) {
    months.push(month);
    month = monthOf(new Date(Date.parse(boundsOfMonth(month).from) - 1).toISOString());
  }
  return months;
}

/** Describes a month, such as "October 2026". */
export function describeMonth(month: string): string {
  return formatDate(new Date(boundsOfMonth(month).from), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** Formats a moment as a statement shows it, in UTC: "2026-10-03 14:05:09". A text that is no time stays as it is. */
export function formatUtc(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : at.toISOString().slice(0, 19).replace('T', ' ');
}

/** Creates the line of a completed transfer; `recipient` is the name in the address book. */
export function toStatementLine(transfer: TransferRow & { recipient?: { name: string } | undefined }): StatementLine {
  const { id, created_at, ref_id, type, direction, crypto_network, destination_address, asset } = transfer;
  const isKnownDirection = direction === 'CREDIT' || direction === 'DEBIT';
  return {
    transferId: id,
    createdAt: created_at ?? '',
    reference: ref_id ?? '',
    type: type ?? '',
    direction: direction ?? '',
    network: crypto_network ?? '',
    address: destination_address ?? '',
    recipient: transfer.recipient?.name ?? '',
    asset: asset ?? balanceAsset(transfer) ?? '',
    amount: signAmount(transfer.amount, direction),
    // A fee lowers the balance whatever the direction (docs/specification/service-interface.md#transfer-record).
    fee: isKnownDirection ? signAmount(transfer.fee, 'DEBIT') : undefined,
    change: signAmount(transfer.total, direction),
  };
}

/** Gives whom a movement pays, by name and address; undefined of a deposit, whose sender no record has. */
export function findCounterparty({
  direction,
  recipient,
  address: destination_address,
}: StatementLine): Pick<StatementLine, 'recipient' | 'address'> | undefined {
  const address = payeeAddress({ direction, destination_address });
  return address === undefined || recipient + address === '' ? undefined : { recipient, address };
}

/** Adds up what lines do to the balance, exactly; a test compares it with the sums of the database. */
export function sumLines(lines: readonly StatementLine[]): Pick<StatementSums, 'in' | 'out' | 'net' | 'unreadable'> {
  let [into, out, unreadable] = ['0', '0', 0];
  for (const { change, direction } of lines) {
    if (change === undefined) unreadable += 1;
    else if (direction === 'CREDIT') into = addAmounts(into, change);
    else out = subtractAmounts(out, change);
  }
  return { in: into, out, net: subtractAmounts(into, out), unreadable };
}

/** Names the sum of the fees, on page and PDF. */
export const FEES_LABEL = 'Fees included';

/** What every statement says about itself. */
export const STATEMENT_BASIS =
  'Completed transfers by their time of creation (UTC). A balance change includes the fee. Opening and closing balances are ' +
  'not known.';

/**
 * Lists what a reader of the statement must know first, as sentences: that transfers may be missing, that the month is
 * not over, what is pending, and what is in no sum.
 */
export function listStatementNotices(statement: Statement): string[] {
  return [...listStatementWarnings(statement), ...listMonthNotices(statement)];
}

/** Lists what is wrong with a statement: transfers that may be missing, and what is in no sum. */
export function listStatementWarnings({ choice: { month }, sums: { unreadable }, coverage }: Statement): string[] {
  return [
    describeGap(month, coverage),
    unreadable > 0 &&
      `${countTransfers(unreadable)} ${unreadable === 1 ? 'has' : 'have'} no readable total or direction: listed ` +
        'without a balance change, and in no sum.',
  ].filter((notice) => notice !== false && notice !== undefined);
}

/** Lists what is true of any statement of its month: that the month is not over, and what is pending. */
export function listMonthNotices({ choice: { month }, sums: { pending }, coverage }: Statement): string[] {
  const { isComplete, asOf, answeredAt } = coverage;
  const end = Date.parse(boundsOfMonth(month).to);
  return [
    isComplete &&
      asOf !== null &&
      Math.max(Date.parse(asOf), Date.parse(answeredAt)) < end &&
      `The month is not over. This statement holds what was created until ${formatUtc(asOf)} UTC.`,
    pending > 0 &&
      `${countTransfers(pending)} of this month ${pending === 1 ? 'is' : 'are'} pending, and not in this statement ` +
        `until ${pending === 1 ? 'it completes' : 'they complete'}.`,
  ].filter((notice) => notice !== false);
}

function describeGap(month: string, { isComplete, asOf, answeredAt }: Coverage): string | undefined {
  if (!isComplete || asOf === null)
    return 'The copy of the transfers is not complete yet, so transfers may be missing here. Do not use this statement.';
  const end = Date.parse(boundsOfMonth(month).to);
  if (Date.parse(asOf) >= end || Date.parse(answeredAt) < end) return undefined;
  return `The copy of the transfers is from ${formatUtc(asOf)} UTC, before the end of the month: later transfers are missing here.`;
}

function countTransfers(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'transfer' : 'transfers'}`;
}

/** Names the file of a statement, from characters that every system takes. */
export function nameStatementFile({ profile, asset, month }: StatementChoice, extension: TableFormat | 'pdf'): string {
  return `statement-${month}-${toFilePart(asset)}-${toFilePart(profile)}.${extension}`;
}

function toFilePart(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 40);
}
