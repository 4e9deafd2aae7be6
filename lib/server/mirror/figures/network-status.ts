import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import { ok, type Result } from '@/lib/result';
import { listVisibleSpellings, type Reader } from '@/lib/identity/reader';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import { readerDatabase } from '@/lib/server/database/query/reader-pool';
import { computeTypicalByNetwork } from '@/lib/server/mirror/figures/typical-duration';
import { singleton } from '@/lib/server/runtime/singleton';
import type { NetworkLine } from '@/lib/transfers/figures/network-status';
import { hasEnoughSamples, type TransferKind, type TypicalDuration } from '@/lib/transfers/figures/typical-duration';

interface PendingRow extends TransferKind, Record<string, unknown> {
  transfers: number;
  oldest_ms: number;
  delayed: number;
  held: number;
  stuck: number;
  delayed_until: string | null;
}

interface CurrentRow extends TransferKind, Record<string, unknown> {
  hour_transfers: number;
  hour_ms: number | null;
  day_transfers: number;
  day_ms: number | null;
}

const CACHE_MS = 60_000;
const MAX_CACHED = 100;
const KIND = sql.raw('network, asset, direction, type');

/**
 * Reads, for each network, asset, direction and type, what is pending and how long transfers take now and usually. A
 * transfer's duration ends with the `updated_at` of its completed record, the closest that the service tells.
 */
export async function readNetworkStatus(): Promise<Result<NetworkLine[], Denial>> {
  const reader = await authorize('readTransfers');
  if (!reader.ok) return reader;
  const typical = await readTypical(reader.value);
  const [pending, current] = await Promise.all([
    readerDatabase().execute<PendingRow>(pendingStatement(reader.value, typical)),
    readerDatabase().execute<CurrentRow>(currentStatement(reader.value)),
  ]);
  return ok(toLines(typical, pending.rows, current.rows));
}

type Typical = TransferKind & TypicalDuration;

/** Reads the typical durations, at most a minute old: they change slowly, and computing them takes the longest. */
async function readTypical(reader: Reader): Promise<Typical[]> {
  const cache = singleton('mirror.network-typical', () => new Map<string, { typical: Typical[]; until: number }>());
  const key = JSON.stringify(listVisibleSpellings(reader) ?? null);
  const now = performance.now();
  const known = cache.get(key);
  if (known && known.until > now) return known.typical;
  const typical = await computeTypicalByNetwork(reader);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, { typical, until: now + CACHE_MS });
  return typical;
}

/** Builds the statement that counts pending and delayed transfers by kind, by the index of the status. */
export function pendingStatement(reader: Reader, typical: readonly Typical[]): SQL {
  const limits = typical.filter(hasEnoughSamples);
  return sql`
    with late as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb)
        as late(network text, asset text, direction text, type text, "p90Ms" float8)
    ), newest as materialized (
      select network, (
        select created_at from mirror_transfers as done
        where done.network = pending.network and done.status = 'COMPLETED' and ${joinConditions(visibleTransfers(reader))}
        order by done.created_at desc, done.id desc limit 1) as completed_at
      from (select distinct network from mirror_transfers where status = 'PENDING' and network <> '') as pending
    ), aged as (
      select ${KIND}, created_at, completed_at, has_problem,
        created_at < now() - late."p90Ms" * interval '1 millisecond' as is_delayed
      from mirror_transfers left join late using (${KIND}) left join newest using (network)
      -- A transfer that the service no longer knows is not pending; one without a time cannot be delayed.
      where status = 'PENDING' and gone_at is null and created_at > '-infinity' and network <> ''
        and ${joinConditions(visibleTransfers(reader))}
    )
    select ${KIND}, count(*)::int as transfers,
      (extract(epoch from now() - min(created_at)) * 1000)::float8 as oldest_ms,
      count(*) filter (where is_delayed)::int as delayed,
      count(*) filter (where is_delayed and has_problem)::int as held,
      count(*) filter (where is_delayed and not has_problem
        and (completed_at is null or created_at > completed_at))::int as stuck,
      to_char(max(created_at) filter (where is_delayed) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        as delayed_until
    from aged group by ${KIND}`;
}

/** Builds the statement for the durations of what completed in the last day, by the index of the last update. */
export function currentStatement(reader: Reader): SQL {
  return sql`
    select ${KIND}, count(*) filter (where updated_at >= now() - interval '1 hour')::int as hour_transfers,
      (percentile_disc(0.5) within group (order by took)
        filter (where updated_at >= now() - interval '1 hour'))::float8 as hour_ms,
      count(*)::int as day_transfers, (percentile_disc(0.5) within group (order by took))::float8 as day_ms
    from (
      select ${KIND}, updated_at, round(extract(epoch from updated_at - created_at) * 1000) as took
      from mirror_transfers
      where updated_at >= now() - interval '24 hours' and updated_at < now() + interval '1 hour' and status = 'COMPLETED' and network <> ''
        and created_at > '-infinity' and updated_at >= created_at and record ? 'updated_at'
        and ${joinConditions(visibleTransfers(reader))}
    ) as recent
    group by ${KIND}`;
}

const NONE_PENDING = { transfers: 0, oldestMs: null, delayed: 0, held: 0, stuck: 0, delayedUntil: null };
const NONE_COMPLETED = { transfers: 0, medianMs: 0 };
const NO_SAMPLES = { samples: 0, medianMs: 0, p90Ms: 0 };

function toLines(
  typical: readonly Typical[],
  pending: readonly PendingRow[],
  current: readonly CurrentRow[],
): NetworkLine[] {
  const lines = new Map<string, NetworkLine>();
  const lineOf = ({ network, asset, direction, type }: TransferKind) => {
    const key = JSON.stringify([network, asset, direction, type]);
    const line = lines.get(key) ?? {
      kind: { network, asset, direction, type },
      typical: NO_SAMPLES,
      pending: NONE_PENDING,
      lastHour: NONE_COMPLETED,
      lastDay: NONE_COMPLETED,
    };
    lines.set(key, line);
    return line;
  };
  for (const { samples, medianMs, p90Ms, ...kind } of typical) lineOf(kind).typical = { samples, medianMs, p90Ms };
  for (const row of pending)
    lineOf(row).pending = {
      transfers: row.transfers,
      oldestMs: row.oldest_ms,
      delayed: row.delayed,
      held: row.held,
      stuck: row.stuck,
      delayedUntil: row.delayed_until,
    };
  for (const row of current)
    Object.assign(lineOf(row), {
      lastHour: { transfers: row.hour_transfers, medianMs: row.hour_ms ?? 0 },
      lastDay: { transfers: row.day_transfers, medianMs: row.day_ms ?? 0 },
    });
  return [...lines.values()];
}
