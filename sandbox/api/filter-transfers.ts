import { findTransfer, findTransfersByRefId, type TransferService } from '@/sandbox/api/transfer-service';
import type { Filter } from '@/sandbox/options';
import type { TransferRecord } from '@/sandbox/transfer';

type Query = NodeJS.Dict<string | string[]>;

const MAX_VALUES = 100;
// No historical transfer took longer than this from its creation to its last change.
const MAX_DURATION_MS = 6 * 3_600_000;

/**
 * Returns the page of transfers that match the filters of a query: undefined if the query has no filter that the
 * sandbox honours, `invalid` if a filter's value cannot be read.
 */
export function filterTransfers(
  service: TransferService,
  query: Query,
  limit: number,
): { items: TransferRecord[]; nextCursor: string } | 'invalid' | undefined {
  const { filters } = service.options;
  const values = (name: Filter) =>
    filters.includes(name) && query[name] !== undefined ? [query[name]].flat() : undefined;
  const ids = values('ids');
  const refIds = values('ref_ids');
  const since =
    filters.includes('updated_at') && typeof query['updated_at.gte'] === 'string'
      ? Date.parse(query['updated_at.gte'])
      : undefined;
  if (!ids && !refIds && since === undefined) return undefined;
  if ([ids, refIds].some((list) => list && list.length > MAX_VALUES) || Number.isNaN(since)) return 'invalid';
  const isSorted = filters.includes('order_by') && query.order_by === 'UPDATED_AT';
  const sign = isSorted && query.order === 'ASC' ? 1 : -1;
  const candidates =
    ids?.flatMap((id) => findTransfer(service, id) ?? []) ??
    refIds?.flatMap((refId) => findTransfersByRefId(service, refId).map(({ record }) => record)) ??
    changedSince(service, since ?? 0);
  const keyOf = (record: TransferRecord) => `${isSorted ? record.updated_at : record.created_at} ${record.id}`;
  const after = Buffer.from(String(query.page_cursor ?? ''), 'base64url').toString();
  const found = candidates
    .filter((record) => since === undefined || Date.parse(record.updated_at) >= since)
    .filter((record) => !refIds || refIds.includes(record.ref_id ?? ''))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -sign : sign))
    .filter((record) => after === '' || (sign > 0 ? keyOf(record) > after : keyOf(record) < after));
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: last && found.length > limit ? Buffer.from(keyOf(last)).toString('base64url') : '' };
}

function changedSince({ history, ledger }: TransferService, since: number): TransferRecord[] {
  const changed = Array.from({ length: ledger.size }, (_, index) => ledger.at(index)).filter(
    (record) => record !== undefined,
  );
  for (let number = 0; number < history.size; number += 1) {
    const record = history.recordAt(number);
    if (Date.parse(record.created_at) < since - MAX_DURATION_MS) break;
    changed.push(record);
  }
  return changed;
}
