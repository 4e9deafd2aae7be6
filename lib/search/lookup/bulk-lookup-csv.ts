import type { Table, TableColumn } from '@/lib/sheets/write/table';
import { formatCsvCell } from '@/lib/text/csv';
import type { Coverage } from '@/lib/mirror/coverage';
import { describeRequestOutcome } from '@/lib/requests/describe-outcome';
import { describeRequestStatus } from '@/lib/requests/request-view';
import { joinList } from '@/lib/text/join-list';
import { formatDate } from '@/lib/text/locale';
import { theService } from '@/lib/text/service-name';
import type { BulkLookupLine, BulkLookupOutcome, LookupMatch, LookupRequest } from '@/lib/search/lookup/bulk-lookup';
import type { TransferRow } from '@/lib/transfers/transfer';

/** What the results of a bulk lookup rest on. Times are ISO 8601. */
export interface LookupBasis {
  coverage: Pick<Coverage, 'asOf' | 'answeredAt'>;
  /** When the service was asked last; null if it was not. */
  askedAt: string | null;
}

const COLUMNS: readonly TableColumn[] = [
  { title: 'line', kind: 'count' },
  { title: 'term' },
  { title: 'outcome' },
  { title: 'reference' },
  { title: 'transfer id' },
  { title: 'status' },
  { title: 'created' },
  { title: 'amount', kind: 'amount' },
  { title: 'asset' },
  { title: 'fee', kind: 'amount' },
  { title: 'network' },
  { title: 'recipient name' },
  { title: 'destination' },
  { title: 'hash' },
  { title: 'request state' },
  { title: 'request id' },
  { title: 'note' },
];

const OUTCOMES: Record<BulkLookupOutcome, string> = {
  found: 'found',
  requested: 'requested here',
  several: 'several',
  missing: 'not found',
  unchecked: 'not in our copy',
};

/** Gives the results of a bulk lookup as a table, one row for each match. */
export function toBulkLookupTable(lines: readonly BulkLookupLine[], basis: LookupBasis): Table {
  return { sheet: 'Lookup', columns: COLUMNS, rows: listRows(lines, basis) };
}

/** Writes the same rows with tabs between the cells, as spreadsheets paste them. */
export function writeBulkLookupTable(lines: readonly BulkLookupLine[], basis: LookupBasis): string {
  return [COLUMNS.map(({ title }) => title), ...listRows(lines, basis)]
    .map((cells) => `${cells.map(formatPastedCell).join('\t')}\n`)
    .join('');
}

// A tab or line end in a cell would begin another.
function formatPastedCell(text: string): string {
  return formatCsvCell(text.replaceAll(/[\t\r\n]+/g, ' '));
}

function listRows(lines: readonly BulkLookupLine[], basis: LookupBasis): string[][] {
  return lines.flatMap((line) => {
    const matches: (LookupMatch | undefined)[] = line.matches.length > 0 ? line.matches : [undefined];
    const outcome = line.outcome ? OUTCOMES[line.outcome] : 'not looked up';
    return matches.map((match) => [
      String(line.place),
      line.term,
      outcome,
      ...formatMatch(match),
      listNotes(line, match, basis).join(' '),
    ]);
  });
}

function formatMatch({ transfer, request }: Partial<LookupMatch> = {}): string[] {
  const body = request?.body;
  return [
    transfer?.ref_id ?? request?.refId,
    transfer?.id ?? request?.outcome.send?.transferId,
    transfer?.status,
    transfer?.created_at ?? request?.createdAt,
    transfer && signAmount(transfer),
    transfer?.asset ?? body?.asset,
    transfer?.fee,
    transfer?.crypto_network ?? body?.crypto_network,
    transfer?.recipient?.name ?? request?.recipientName,
    transfer?.destination_address ?? body?.destination_address,
    transfer?.crypto_tx_hash,
    request && describeRequestStatus(request).label,
    request?.id,
  ].map((cell) => cell ?? '');
}

/** Signs the amount of a transfer by its direction, digit for digit; empty where the direction is unknown. */
function signAmount({ amount, direction }: TransferRow): string {
  // With a digit before the point, so that spreadsheets read a number.
  const plain = amount?.replace(/^\./, '0.');
  if (plain === undefined || (direction !== 'DEBIT' && direction !== 'CREDIT')) return '';
  return direction === 'DEBIT' ? `-${plain}` : plain;
}

function listNotes(line: BulkLookupLine, match: LookupMatch | undefined, basis: LookupBasis): string[] {
  return [
    line.repeats === undefined ? '' : `Same as line ${line.repeats}.`,
    match === undefined ? explainNoMatch(line, basis) : '',
    match?.request && !match.transfer ? explainRequest(match.request) : '',
    line.similar.length > 0 ? `Similar: ${joinList(line.similar, 'or')}.` : '',
  ].filter((note) => note !== '');
}

function explainRequest({ outcome, body }: LookupRequest): string {
  // Not in the column of amounts, whose sum would count what was never sent.
  return `${describeRequestOutcome(outcome).sentence} Requested: ${body.amount ?? body.total} ${body.asset}.`;
}

/** Explains why a line has no match: what was searched, and whether the service was asked. */
export function explainNoMatch({ check }: Pick<BulkLookupLine, 'check'>, basis: LookupBasis, timeZone = 'UTC'): string {
  const { coverage, askedAt } = basis;
  const time = (iso: string) =>
    `${formatDate(new Date(iso), { timeStyle: 'medium', timeZone })}${timeZone === 'UTC' ? ' UTC' : ''}`;
  const copy =
    coverage.asOf === null
      ? 'Not requested here, and not in the transfers synced so far'
      : `Not requested here, and not in the transfers as of ${time(coverage.asOf)}`;
  if (check === 'not-asked' || askedAt === null) return `${copy}; ${theService()} was not asked.`;
  return check === 'answered'
    ? `${copy}; ${theService()} was asked at ${time(askedAt)} and has no match.`
    : `${copy}; ${theService()} could not be asked at ${time(askedAt)}.`;
}
