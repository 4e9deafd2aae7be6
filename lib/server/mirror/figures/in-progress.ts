import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { sql } from 'drizzle-orm';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { toKind } from '@/lib/transfers/figures/typical-duration';
import type { InProgress } from '@/lib/requests/list/in-progress';
import { ok, type Result } from '@/lib/result';
import { readerDatabase } from '@/lib/server/database/query/reader-pool';
import { readTypicalDurations } from '@/lib/server/mirror/figures/typical-duration';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { decodeRow } from '@/lib/transfers/decode-transfer';
import type { TransferRow } from '@/lib/transfers/transfer';

const MAX_TRANSFERS = 100;

interface PendingRow extends Record<string, unknown> {
  record: unknown;
  is_settled: boolean;
  age_ms: number;
  request_id: string | null;
}

/** Reads the transfers that are pending: the 100 oldest, and the 100 oldest that need attention. */
export async function readInProgress(): Promise<Result<InProgress, Denial>> {
  const reader = await authorize('readTransfers');
  if (!reader.ok) return reader;
  // A transfer that the service no longer knows is not in progress; one without a time cannot be delayed.
  const oldest = (condition: string) =>
    sql`(select id from mirror_transfers where status = 'PENDING' and created_at > '-infinity'
      and gone_at is null ${sql.raw(condition)} and ${joinConditions(visibleTransfers(reader.value))}
      order by created_at, id limit ${MAX_TRANSFERS + 1})`;
  const { rows } = await readerDatabase().execute<PendingRow>(sql`
    select record, is_settled, (extract(epoch from now() - created_at) * 1000)::float8 as age_ms, sends.request_id
    from (${oldest('')} union ${oldest('and has_problem')}) as chosen
    join mirror_transfers using (id) left join sends on sends.transfer_id = id
    order by created_at, id`);
  const transfers = rows.map(({ record, is_settled: isSettled }) =>
    Object.assign(decodeRow(record) as TransferRow, isSettled && { isSettled }),
  );
  const kinds = new Map(transfers.map(toKind).map((kind) => [JSON.stringify(kind), kind]));
  const durations = await readTypicalDurations(reader.value, [...kinds.values()]);
  const typical = new Map([...kinds.keys()].map((key, index) => [key, durations[index]]));
  const pending = rows.flatMap(({ age_ms: ageMs, request_id: requestId }, index) => {
    const transfer = transfers[index];
    const duration = transfer && typical.get(JSON.stringify(toKind(transfer)));
    return duration ? [{ transfer, ageMs, requestId, typical: duration }] : [];
  });
  return ok({ pending: pending.slice(0, MAX_TRANSFERS), hasMore: pending.length > MAX_TRANSFERS });
}
