import 'server-only';
import { sql } from 'drizzle-orm';
import type { Coverage } from '@/lib/coverage';
import { coveredAt, type SyncState } from '@/lib/mirror-sync';
import { database } from '@/lib/server/database/client';

/** What an answer from the mirror rests on at this moment. One cheap statement. */
export async function readCoverage(): Promise<Coverage> {
  const { rows } = await database().execute<{ state: SyncState; transfers: number; oldest: string | null; now: string }>(sql`
    select state, (select coalesce(sum(transfers), 0)::float8 from mirror_totals) as transfers,
      (select to_json(created_at)#>>'{}' from mirror_transfers where created_at > '-infinity' order by created_at, id limit 1) as oldest,
      to_json(now())#>>'{}' as now
    from mirror_sync`);
  const [row] = rows;
  if (!row) throw new Error('the mirror must have its one row of state');
  const { state, transfers, oldest, now } = row;
  const { walk, lastWalk, incomplete, failingSince } = state;
  const asOf = coveredAt(state);
  return {
    transfers,
    isComplete: asOf !== null,
    asOf,
    oldestAt: lastWalk || oldest === null ? null : new Date(oldest).toISOString(),
    progress: asOf === null && walk && lastWalk && lastWalk.records > 0 ? Math.min(walk.records / lastWalk.records, 1) : null,
    fault: incomplete ?? walk?.fault ?? null,
    staleSince: failingSince ?? null,
    saidAt: new Date(now).toISOString(),
  };
}
