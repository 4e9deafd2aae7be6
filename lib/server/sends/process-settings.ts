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
import { startLoop } from '@/lib/server/workers/loop';

const INTERVAL_MS = 30_000;
// A process that was not seen for longer has ended.
const IS_RUNNING = sql`now() - interval '2 minutes'`;

const thisProcess = () => singleton('sends.process-settings', () => ({ id: randomUUID(), reported: '' }));

/** Starts to compare the send settings of this process with those of all others on the database, twice a minute. */
export function startComparingSettings(): void {
  startLoop('send settings', compareSettings, { everyMs: INTERVAL_MS });
}

/**
 * Stores the send settings of this process and logs a warning where those of another running process differ: one
 * process could look for a withdrawal before another has stopped sending it. Warns once for each difference. Returns 0.
 */
export async function compareSettings(): Promise<number> {
  const state = thisProcess();
  const sendSettings = readSendSettings();
  await database()
    .insert(consoleProcesses)
    .values({ id: state.id, sendSettings })
    .onConflictDoUpdate({ target: consoleProcesses.id, set: { sendSettings, seenAt: sql`now()` } });
  await database()
    .delete(consoleProcesses)
    .where(lt(consoleProcesses.seenAt, sql`now() - interval '1 day'`));
  const differences = await readDifferences();
  const reported = JSON.stringify(differences);
  if (differences.length > 0 && reported !== state.reported)
    log.warn({ differences }, 'processes on this database send by different settings; start all with the same');
  state.reported = reported;
  return 0;
}

/** Returns the settings in which running processes differ, for people who may read the status. */
export async function readDifferingSettings(): Promise<Result<SettingDifference[], Denial>> {
  const reader = await authorize('readStatus');
  return reader.ok ? ok(await readDifferences()) : reader;
}

async function readDifferences(): Promise<SettingDifference[]> {
  const running = await database().select().from(consoleProcesses).where(gt(consoleProcesses.seenAt, IS_RUNNING));
  return findDifferences(running.map(({ sendSettings }) => sendSettings));
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
