import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { Coverage } from '@/lib/mirror/coverage';
import { coveredAt, type SyncState } from '@/lib/mirror/sync';
import { database } from '@/lib/server/database/client';
import { readRows } from '@/lib/server/mirror/reader-pool';

interface Basis {
  state: SyncState;
  transfers: number;
  oldest: string | null;
  now: string;
}

const BASIS = sql`
  state, (select coalesce(sum(transfers), 0)::float8 from mirror_totals) as transfers,
  (select to_json(created_at)#>>'{}' from mirror_transfers where created_at > '-infinity' order by created_at, id limit 1) as oldest,
  to_json(now())#>>'{}' as now`;

/** What an answer from the mirror rests on at this moment. One cheap statement. */
export async function readCoverage(): Promise<Coverage> {
  const { rows } = await database().execute<Basis & Record<string, unknown>>(sql`select ${BASIS} from mirror_sync`);
  return toCoverage(rows[0]);
}

/** The rows of a statement as JSON, and what they rest on, of one moment: so it never claims more than they hold. */
export async function readCovered(
  statement: SQL,
  signal?: AbortSignal,
): Promise<{ rows: unknown[]; coverage: Coverage }> {
  const [row] = await readRows<Basis & { rows: unknown[] }>(
    sql`select ${BASIS}, (select coalesce(json_agg(listed), '[]') from (${statement}) listed) as rows from mirror_sync`,
    signal,
  );
  return { rows: row?.rows ?? [], coverage: toCoverage(row) };
}

function toCoverage(basis: Basis | undefined): Coverage {
  if (!basis) throw new Error('the mirror must have its one row of state');
  const { state, transfers, oldest, now } = basis;
  const { walk, lastWalk, incomplete, failingSince } = state;
  const asOf = coveredAt(state);
  return {
    transfers,
    isComplete: asOf !== null,
    asOf,
    oldestAt: lastWalk || oldest === null ? null : new Date(oldest).toISOString(),
    progress:
      asOf === null && walk && lastWalk && lastWalk.records > 0 ? Math.min(walk.records / lastWalk.records, 1) : null,
    fault: incomplete ?? walk?.fault ?? null,
    staleSince: failingSince ?? null,
    saidAt: new Date(now).toISOString(),
  };
}
