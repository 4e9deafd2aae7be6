import 'server-only';
import { randomUUID } from 'node:crypto';
import { gt, lt, sql } from 'drizzle-orm';
import { ok, type Result } from '@/lib/result';
import type { Denial } from '@/lib/http/denials';
import { findDifferences, type SendSettings, type SettingDifference } from '@/lib/sends/send-settings';
import { authorize } from '@/lib/server/auth/authorize';
import { settings } from '@/lib/server/config/settings';
import { database } from '@/lib/server/database/client';
import { consoleProcesses } from '@/lib/server/database/schema/sends';
import { log } from '@/lib/server/observability/log';
import { singleton } from '@/lib/server/runtime/singleton';
import { reportLoops, startLoop } from '@/lib/server/workers/loop';
import { type LoopName, summarizeLoops, type Work } from '@/lib/workers/loops';

const INTERVAL_MS = 30_000;
// A process that was not seen for longer has ended.
const IS_RUNNING = sql`now() - interval '2 minutes'`;

const thisProcess = () => singleton('sends.process-settings', () => ({ id: randomUUID(), warned: '' }));

/**
 * Starts to report the background work of this process, and to compare its send settings with those of all others on
 * the database, twice a minute.
 */
export function startComparingSettings(): void {
  startLoop('send settings', compareSettings, { everyMs: INTERVAL_MS });
}

/**
 * Stores the send settings and loops of this process, and logs a warning where the settings of another running process
 * differ: one process could look for a withdrawal before another has stopped sending it. Warns once for each
 * difference. Returns 0.
 */
export async function compareSettings(): Promise<number> {
  const state = thisProcess();
  const reported = { sendSettings: readSendSettings(), loops: reportLoops() };
  await database()
    .insert(consoleProcesses)
    .values({ id: state.id, ...reported })
    .onConflictDoUpdate({ target: consoleProcesses.id, set: { ...reported, seenAt: sql`now()` } });
  await database()
    .delete(consoleProcesses)
    .where(lt(consoleProcesses.seenAt, sql`now() - interval '1 day'`));
  const differences = await readDifferences();
  const warned = JSON.stringify(differences);
  if (differences.length > 0 && warned !== state.warned)
    log.warn({ differences }, 'processes on this database send by different settings; start all with the same');
  state.warned = warned;
  return 0;
}

/** Returns the settings in which running processes differ, for people who may read the status. */
export async function readDifferingSettings(): Promise<Result<SettingDifference[], Denial>> {
  const reader = await authorize('readStatus');
  return reader.ok ? ok(await readDifferences()) : reader;
}

async function readDifferences(): Promise<SettingDifference[]> {
  return findDifferences((await readRunning()).map(({ sendSettings }) => sendSettings));
}

const readRunning = () => database().select().from(consoleProcesses).where(gt(consoleProcesses.seenAt, IS_RUNNING));

/** The background work of all processes, with the number of processes and the oldest of their reports (ISO 8601). */
export interface WorkOverview {
  work: Work[];
  processes: number;
  reportedAt: string | null;
}

/** Reads the background work of all processes, for people who may read the status. */
export async function readWork(): Promise<Result<WorkOverview, Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  const [running, waiting] = await Promise.all([readRunning(), countWaitingWork()]);
  const [reportedAt] = running.map(({ seenAt }) => seenAt.toISOString()).toSorted();
  const work = summarizeLoops(
    running.flatMap(({ loops }) => loops),
    waiting,
  );
  return ok({ work, processes: running.length, reportedAt: reportedAt ?? null });
}

/** Counts what is due and was not done yet, for the work of which that says something. */
async function countWaitingWork(): Promise<Partial<Record<LoopName, number>>> {
  const { rows } = await database().execute<Partial<Record<LoopName, number>>>(sql`select
    (select count(*)::int from sends where state = 'QUEUED' and next_at <= now()
      and exists (select from stop_switch where not is_stopped)) as "send 1",
    (select count(*)::int from sends where state = 'SENDING' and lease_until < now()) as reap,
    (select count(*)::int from sends where state = 'UNKNOWN' and reconcile_at <= now()) as reconcile,
    (select count(*)::int from sends where track_at <= now()) as track,
    (select count(*)::int from notice_deliveries where state = 'QUEUED' and due_at <= now()) as "notice-mail",
    (select count(*)::int from target_deliveries where state = 'QUEUED' and due_at <= now()) as "notice-targets"`);
  return rows[0] ?? {};
}

function readSendSettings(): SendSettings {
  const all = settings();
  return {
    CONSOLE_ENVIRONMENT: all.CONSOLE_ENVIRONMENT,
    TRANSFER_SERVICE_URL: all.TRANSFER_SERVICE_URL,
    TRANSFER_SERVICE_IDEMPOTENCY_HEADER: all.TRANSFER_SERVICE_IDEMPOTENCY_HEADER,
    SEND_TIMEOUT_MS: all.SEND_TIMEOUT_MS,
    SEND_LEASE_MS: all.SEND_LEASE_MS,
    SEND_MAX_ATTEMPTS: all.SEND_MAX_ATTEMPTS,
    SEND_RESEND_POLICY: all.SEND_RESEND_POLICY,
    RECONCILE_QUIET_MS: all.RECONCILE_QUIET_MS,
    APPROVAL_EXPIRY_MINUTES: all.APPROVAL_EXPIRY_MINUTES,
    SESSION_MAX_HOURS: all.SESSION_MAX_HOURS,
  };
}
