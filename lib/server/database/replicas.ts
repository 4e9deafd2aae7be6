import 'server-only';
import type { Pool } from 'pg';
import type { Reader } from '@/lib/identity/reader';
import { settings } from '@/lib/server/config/settings';
import { openPool, pool } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';
import { now } from '@/lib/server/runtime/clock';
import { singleton } from '@/lib/server/runtime/singleton';
import { withTimeout } from '@/lib/server/runtime/timeout';

/*
 * The replicas of DATABASE_READ_URL, which answer what people browse and nothing that is decided: decision 0053.
 *
 * Every process writes the time of the primary into replica_heartbeat, twice a second, and reads it from each replica. A
 * replica that shows a time has replayed everything that was committed before it. This needs no clock of the replica,
 * holds while nothing else is written, and fails for a server that follows another primary.
 *
 * A replica is used while it is a standby, answers within a second, was asked in the last two seconds and is at most
 * DATABASE_READ_MAX_LAG_MS behind. What it was answering when it stopped is broken off, and read from the primary.
 */

const CHECK_TIMEOUT_MS = 1_000;
// A check that hangs longer says nothing about the replica as it is now.
const MAX_CHECK_AGE_MS = 2_000;
const MAX_AHEAD_MS = 1_000;

/** The reason why a replica is not used. */
export type ReplicaProblem = 'unreachable' | 'not a standby' | 'lagging';

interface Replica {
  /** Host and port. */
  name: string;
  pool: Pool;
  /** For checks and cancellations, which must not wait for reads. */
  control: Pool;
  /** The heartbeat that it showed last, in milliseconds since 1970; null before the first. */
  heartbeatAt: number | null;
  /** When it answered last, on the monotonic clock. */
  checkedAt: number;
  problem: ReplicaProblem | null;
  /** Aborts the reads that it was answering when it stopped to. */
  lost: AbortController;
}

const state = () => singleton('database.replicas', () => ({ replicas: openReplicas() }));

function openReplicas(): Replica[] {
  return settings().DATABASE_READ_URL.map((url, index) => {
    const { hostname, port } = new URL(url);
    const common = { connectionString: url, connectionTimeoutMillis: CHECK_TIMEOUT_MS, allowExitOnIdle: true };
    return {
      name: `${hostname}:${port || 5432}`,
      pool: singleton(`database.replica.${index}`, () =>
        // As for the readers of the primary (lib/server/mirror/reader-pool.ts).
        openPool({ ...common, max: 12, application_name: 'countersign-replica', options: READER_OPTIONS }),
      ),
      control: singleton(`database.replica-control.${index}`, () =>
        openPool({ ...common, max: 2, query_timeout: CHECK_TIMEOUT_MS, application_name: 'countersign-check' }),
      ),
      heartbeatAt: null,
      checkedAt: Number.NEGATIVE_INFINITY,
      problem: 'unreachable',
      lost: new AbortController(),
    };
  });
}

/**
 * Settings of connections that read the mirror: every query of it has an index, so one person's question must never scan
 * the whole table, and JIT compilation takes longer than any of these statements.
 */
export const READER_OPTIONS = '-c enable_seqscan=off -c jit=off';

/** Writes the heartbeat and asks every replica for it. Takes at most a second or so. */
export async function checkReplicas(): Promise<void> {
  await Promise.all([beat(), ...state().replicas.map((replica) => check(replica))]);
}

/** Writes the time of the primary, unless another process has just done so. A primary that is down is others' concern. */
async function beat(): Promise<void> {
  await withinCheck(
    pool().query(`update replica_heartbeat set at = clock_timestamp()
      where at < clock_timestamp() - interval '400 milliseconds' or at > clock_timestamp()`),
  ).catch(() => undefined);
}

async function check(replica: Replica): Promise<void> {
  const was = replica.problem;
  replica.problem = await askReplica(replica).catch(() => 'unreachable' as const);
  const { name: server, problem } = replica;
  if (problem === was) return;
  if (problem === null) {
    replica.lost = new AbortController();
    log.info({ server }, 'a database replica answers reads');
    return;
  }
  log.warn({ server, problem }, 'a database replica is left out; the primary answers its reads');
  if (problem === 'unreachable') replica.lost.abort(new Error('the replica does not answer'));
}

async function askReplica(replica: Replica): Promise<ReplicaProblem | null> {
  const { rows } = await withinCheck(
    replica.control.query<{ isStandby: boolean; ms: number }>(
      'select pg_is_in_recovery() as "isStandby", (extract(epoch from at) * 1000)::float8 as ms from replica_heartbeat',
    ),
  );
  const [row] = rows;
  if (!row) throw new Error('replica_heartbeat has no row');
  replica.checkedAt = performance.now();
  replica.heartbeatAt = row.ms;
  if (!row.isStandby) return 'not a standby';
  return isLagging(replica) ? 'lagging' : null;
}

function withinCheck<Value>(answer: Promise<Value>): Promise<Value> {
  return withTimeout(
    CHECK_TIMEOUT_MS,
    () => answer,
    () => {
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
export function replicaOf(reader: Reader): Pick<Replica, 'pool' | 'control' | 'lost'> | undefined {
  if (reader.replica === undefined) return undefined;
  return state().replicas.find((replica) => replica.name === reader.replica && isUsable(replica));
}

/** A replica as the status page and the metrics tell of it. */
export interface ReplicaStatus {
  name: string;
  problem: ReplicaProblem | null;
  /** How far it was behind at the last answer (milliseconds); null before the first. */
  lagMs: number | null;
}

/** Lists the replicas of this process, in the order of DATABASE_READ_URL. */
export function listReplicas(): ReplicaStatus[] {
  return state().replicas.map((replica) => ({
    name: replica.name,
    problem: replica.problem ?? (isUsable(replica) ? null : 'lagging'),
    lagMs: lagOf(replica),
  }));
}
