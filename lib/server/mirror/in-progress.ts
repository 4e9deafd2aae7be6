import 'server-only';
import { sql } from 'drizzle-orm';
import { toKind } from '@/lib/transfers/typical-duration';
import type { InProgress } from '@/lib/transfers/in-progress';
import { ok, type Result } from '@/lib/result';
import { readersDatabase } from '@/lib/server/mirror/reader-pool';
import { readTypical } from '@/lib/server/mirror/typical-duration';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { decodeRow } from '@/lib/transfers/decode-transfer';
import type { TransferRow } from '@/lib/transfers/transfer';

const MOST = 100;

interface PendingRow extends Record<string, unknown> {
  record: unknown;
  age_ms: number;
  request_id: string | null;
}

/** What is pending at the service: the oldest, and the oldest of those for which it gives a reason, at most 100 of each. */
export async function readInProgress(): Promise<Result<InProgress, Denial>> {
  const reader = await authorize('readTransfers');
  if (!reader.ok) return reader;
  // What the service no longer knows is not on its way, and a record without a time cannot be late.
  const oldest = (condition: string) =>
    sql`(select id from mirror_transfers where status = 'PENDING' and created_at > '-infinity' and gone_at is null ${sql.raw(condition)} order by created_at, id limit ${MOST + 1})`;
  const { rows } = await readersDatabase().execute<PendingRow>(sql`
    select record, (extract(epoch from now() - created_at) * 1000)::float8 as age_ms, sends.request_id
    from (${oldest('')} union ${oldest('and has_problem')}) as chosen
    join mirror_transfers using (id) left join sends on sends.transfer_id = id
    order by created_at, id`);
  const transfers = rows.map(({ record }) => decodeRow(record) as TransferRow);
  const kinds = new Map(transfers.map(toKind).map((kind) => [JSON.stringify(kind), kind]));
  const learned = await readTypical([...kinds.values()]);
  const typical = new Map([...kinds.keys()].map((key, index) => [key, learned[index]]));
  const pending = rows.flatMap(({ age_ms: ageMs, request_id: requestId }, index) => {
    const transfer = transfers[index];
    const usual = transfer && typical.get(JSON.stringify(toKind(transfer)));
    return usual ? [{ transfer, ageMs, requestId, typical: usual }] : [];
  });
  return ok({ pending: pending.slice(0, MOST), hasMore: pending.length > MOST });
}
