import 'server-only';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import type { Coverage } from '@/lib/mirror/coverage';
import { completeAsOf, type SyncState } from '@/lib/mirror/sync';
import { database } from '@/lib/server/database/client';
import { heartbeatColumn } from '@/lib/server/database/replicas/replicas';
import { now } from '@/lib/server/runtime/clock';
import { readRowsFor } from '@/lib/server/database/query/reader-pool';

interface CoverageRow {
  state: SyncState;
  transfers: number;
  oldest: string | null;
  missing: number;
  now: string;
  /** Null where the primary answered. */
  replica_as_of: string | null;
}

/** Builds the columns of a coverage: the number of transfers and the oldest are those that the reader may see. */
function coverageColumns(reader: Reader): SQL {
  const visible = visibleTransfers(reader);
  return sql`
    state, (select coalesce(sum(transfers), 0)::float8 from mirror_totals where ${joinConditions(visible)}) as transfers,
    (select to_json(created_at)#>>'{}' from mirror_transfers
      where ${joinConditions([...visible, sql`created_at > '-infinity'`])} order by created_at, id limit 1) as oldest,
    mirror_missing_indexes() as missing, to_json(now())#>>'{}' as now,
    to_json(${reader.replica === undefined ? sql`null::timestamptz` : heartbeatColumn()})#>>'{}' as replica_as_of`;
}

/** Reads the coverage of the mirror at this moment, with one cheap statement: that of the replica for its readers. */
export async function readCoverage(reader: Reader): Promise<Coverage> {
  const statement = sql`select ${coverageColumns(reader)} from mirror_sync`;
  const rows =
    reader.replica === undefined
      ? (await database().execute<CoverageRow & Record<string, unknown>>(statement)).rows
      : await readRowsFor<CoverageRow>(reader, statement);
  return toCoverage(reader, rows[0]);
}

/**
 * Runs a statement and gives its rows as JSON together with the coverage at the same moment, so that the coverage never
 * claims more than the rows hold.
 */
export async function readRowsWithCoverage(
  reader: Reader,
  statement: SQL,
  signal?: AbortSignal,
): Promise<{ rows: unknown[]; coverage: Coverage }> {
  const [row] = await readRowsFor<CoverageRow & { rows: unknown[] }>(
    reader,
    sql`select ${coverageColumns(reader)}, (select coalesce(json_agg(listed), '[]') from (${statement}) listed) as rows
      from mirror_sync`,
    signal,
  );
  return { rows: row?.rows ?? [], coverage: toCoverage(reader, row) };
}

function toCoverage(reader: Reader, row: CoverageRow | undefined): Coverage {
  if (!row) throw new Error('mirror_sync must have one row');
  const { state, transfers, oldest, missing } = row;
  // The primary answered where the replica failed.
  const replicaAsOf = reader.replica === undefined ? null : row.replica_as_of;
  const { walk, lastWalk, incomplete, restart, failingSince, newestFault } = state;
  const asOf = completeAsOf(state);
  return {
    transfers,
    isComplete: asOf !== null,
    asOf,
    oldestAt: lastWalk || oldest === null ? null : new Date(oldest).toISOString(),
    progress:
      asOf === null && walk && lastWalk && lastWalk.records > 0 ? Math.min(walk.records / lastWalk.records, 1) : null,
    // Before the first walk has ended, the reason why it started over is why the mirror is incomplete.
    error: incomplete ?? walk?.fault ?? newestFault ?? (lastWalk ? null : (restart?.reason ?? null)),
    staleSince: failingSince ?? null,
    missingIndexes: missing,
    ...(replicaAsOf !== null && { replicaAsOf: new Date(replicaAsOf).toISOString() }),
    // The clock of a replica is nobody's measure.
    answeredAt: (replicaAsOf === null ? new Date(row.now) : now()).toISOString(),
  };
}
