import 'server-only';
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import type { Pool, PoolClient } from 'pg';
import type { Reader } from '@/lib/identity/reader';
import { settings } from '@/lib/server/config/settings';
import { openPool, pool } from '@/lib/server/database/client';
import { destroyConnection } from '@/lib/server/database/query-redaction';
import { checkSessions } from '@/lib/server/database/session-check';
import { log } from '@/lib/server/observability/log';
import { now } from '@/lib/server/runtime/clock';
import { singleton } from '@/lib/server/runtime/singleton';
import { withTimeout } from '@/lib/server/runtime/timeout';

/*
 * The replicas of DATABASE_READ_URL, which answer what people browse and nothing that is decided: decision 0053.
 *
 * Every process writes the time of the primary into its row of replica_heartbeats, twice a second, and looks for that
 * row on each replica. A replica that shows a time has replayed everything that was committed before it. This needs no
 * clock of the replica, holds while nothing else is written, and fails for a server that follows another primary.
 *
 *   a replica is used while it                      otherwise its problem is
 *   ----------------------------------------------  ------------------------
 *   answered within a second, in the last two       unreachable
 *   is in recovery                                  not a standby
 *   is at most DATABASE_READ_MAX_LAG_MS behind      lagging
 *
 * What a replica was answering when it became unreachable is broken off, and read from the primary.
 */

const CHECK_TIMEOUT_MS = 1_000;
// A check that hangs longer says nothing about the replica as it is now.
const MAX_CHECK_AGE_MS = 2_000;
const MAX_AHEAD_MS = 1_000;
// Of each process to each replica, for reads.
const REPLICA_CONNECTIONS = 12;

/** The reason why a replica is not used. */
export type ReplicaProblem = 'unreachable' | 'not a standby' | 'lagging';

interface Replica {
  /** Its place in DATABASE_READ_URL, as in "Replica 1". */
  name: string;
  pool: Pool;
  /** For checks and cancellations, which must not wait for reads. */
  control: Pool;
  /** Connections that are answering something. */
  busy: Set<PoolClient>;
  /** The heartbeat that it showed last, in milliseconds since 1970; null before the first. */
  heartbeatAt: number | null;
  /** When it answered last, on the monotonic clock. */
  checkedAt: number;
  /** Undefined before the first check. */
  problem: ReplicaProblem | null | undefined;
}

const state = () =>
  singleton('database.replicas', () => ({ id: randomUUID(), replicas: openReplicas(), isBeating: false }));

function openReplicas(): Replica[] {
  return settings().DATABASE_READ_URL.map((connectionString, index) => {
    const common = { connectionString, connectionTimeoutMillis: CHECK_TIMEOUT_MS, allowExitOnIdle: true };
    const reads = singleton(`database.replica.${index}`, () =>
      openPool({
        ...common,
        max: REPLICA_CONNECTIONS,
        application_name: 'countersign-replica',
        options: READER_OPTIONS,
      }),
    );
    const busy = new Set<PoolClient>();
    reads.on('acquire', (client) => busy.add(client));
    reads.on('release', (_error, client) => busy.delete(client));
    const control = singleton(`database.replica-control.${index}`, () =>
      openPool({ ...common, max: 2, query_timeout: CHECK_TIMEOUT_MS, application_name: 'countersign-check' }),
    );
    const checkedAt = Number.NEGATIVE_INFINITY;
    return {
      name: `Replica ${index + 1}`,
      pool: reads,
      control,
      busy,
      heartbeatAt: null,
      checkedAt,
      problem: undefined,
    };
  });
}

/**
 * Settings of connections that read the mirror: every query of it has an index, so one person's question must never
 * scan the whole table, and JIT compilation takes longer than any of these statements.
 */
export const READER_SETTINGS = ['enable_seqscan', 'jit'] as const;
export const READER_OPTIONS = READER_SETTINGS.map((name) => `-c ${name}=off`).join(' ');

/** Writes the heartbeat and asks every replica for it. Takes at most a second or so. */
export async function checkReplicas(): Promise<void> {
  await Promise.all([beat(), ...state().replicas.map((replica) => check(replica))]);
}

/** Writes the heartbeat of this process. A primary that is down is the concern of others. */
async function beat(): Promise<void> {
  const own = state();
  // One that waits for the primary must not take a second connection.
  if (own.isBeating) return;
  own.isBeating = true;
  const beating = pool()
    .query(
      `with quiet as (select set_config('synchronous_commit', 'off', true)),
        ended as (delete from replica_heartbeats where at < clock_timestamp() - interval '1 day')
       insert into replica_heartbeats (id, at) select $1, clock_timestamp() from quiet
       on conflict (id) do update set at = excluded.at`,
      [own.id],
    )
    .catch(() => undefined)
    .finally(() => {
      own.isBeating = false;
    });
  await withinCheck(beating).catch(() => undefined);
}

async function check(replica: Replica): Promise<void> {
  const was = replica.problem;
  let cause: unknown;
  try {
    replica.problem = await findProblem(replica);
  } catch (error) {
    replica.problem = 'unreachable';
    cause = error;
    for (const client of replica.busy) destroyConnection(client);
  }
  const { name, problem } = replica;
  if (problem === was) return;
  if (problem === null) log.info({ replica: name }, 'a database replica answers reads');
  else
    log.warn({ replica: name, problem, err: cause }, 'a database replica is left out; the primary answers its reads');
}

async function findProblem(replica: Replica): Promise<ReplicaProblem | null> {
  // Before it is used at first, and again: a pooler may have come between.
  if (replica.problem === undefined || replica.problem === 'unreachable')
    await withinCheck(checkSessions(replica.pool));
  const { rows } = await withinCheck(
    replica.control.query<{ isStandby: boolean; ms: number | null }>(
      `select pg_is_in_recovery() as "isStandby",
        (select (extract(epoch from at) * 1000)::float8 from replica_heartbeats where id = $1) as ms`,
      [state().id],
    ),
  );
  const [row] = rows;
  replica.checkedAt = performance.now();
  replica.heartbeatAt = row?.ms ?? null;
  if (!row?.isStandby) return 'not a standby';
  return isLagging(replica) ? 'lagging' : null;
}

async function withinCheck<Value>(answer: Promise<Value>): Promise<Awaited<Value>> {
  return await withTimeout(
    CHECK_TIMEOUT_MS,
    () => answer,
    async () => {
      // Where this process was late itself, the answer has arrived and is read first.
      await setImmediate();
      throw new Error('no answer in time');
    },
  );
}

function lagOf({ heartbeatAt }: Replica): number | null {
  return heartbeatAt === null ? null : now().getTime() - heartbeatAt;
}

function isLagging(replica: Replica): boolean {
  const lagMs = lagOf(replica);
  // A time ahead of the primary's was written before its clock was set back: it tells nothing.
  return lagMs === null || lagMs < -MAX_AHEAD_MS || lagMs > settings().DATABASE_READ_MAX_LAG_MS;
}

function isUsable(replica: Replica): boolean {
  return replica.problem === null && performance.now() - replica.checkedAt <= MAX_CHECK_AGE_MS && !isLagging(replica);
}

/** Gives the replicas that may answer now and show a heartbeat at or after a moment (milliseconds since 1970). */
export function listUsable(sinceMs = 0): Pick<Replica, 'name'>[] {
  return state().replicas.filter((replica) => isUsable(replica) && (replica.heartbeatAt ?? 0) >= sinceMs);
}

/** Gives the replica that answers a reader's reads; undefined where the primary does. */
export function replicaOf(reader: Reader): Pick<Replica, 'pool' | 'control'> | undefined {
  if (reader.replica === undefined) return undefined;
  return state().replicas.find((replica) => replica.name === reader.replica && isUsable(replica));
}

/** Builds the column with the moment up to which a replica has replayed what this process knows (`timestamptz`). */
export function heartbeatColumn(): SQL {
  return sql`(select at from replica_heartbeats where id = ${state().id})`;
}

/** A replica as the status page and the metrics tell of it. */
export interface ReplicaStatus {
  name: string;
  problem: ReplicaProblem | null;
  /** How far it is behind at most (milliseconds); null where it has not shown a heartbeat. */
  lagMs: number | null;
}

/** Lists the replicas of this process, in the order of DATABASE_READ_URL. */
export function listReplicas(): ReplicaStatus[] {
  return state().replicas.map((replica) => ({
    name: replica.name,
    problem:
      replica.problem === undefined ? 'unreachable' : (replica.problem ?? (isUsable(replica) ? null : 'lagging')),
    lagMs: lagOf(replica),
  }));
}
