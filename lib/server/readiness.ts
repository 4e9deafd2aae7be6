import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { pool } from '@/lib/server/database/client';
import { checkMigrations } from '@/lib/server/database/start-check';
import { singleton } from '@/lib/server/runtime/singleton';
import { getToken } from '@/lib/server/transfer-service/token';

export type Check = 'ok' | 'failed';

// Whoever balances between processes asks often and does not wait for long.
const MAX_MS = 2_000;

/**
 * Whether this process can do its work: the database answers, is at this version's migrations, and the service gives a
 * token. What does not answer within two seconds has failed. Tells nothing secret.
 */
export async function checkReadiness(): Promise<{ database: Check; migrations: Check; serviceToken: Check }> {
  const [migrations, token] = await Promise.all([inTime(askDatabase()), inTime(getToken())]);
  return {
    database: migrations ? 'ok' : 'failed',
    migrations: migrations === 'current' ? 'ok' : 'failed',
    serviceToken: token?.ok ? 'ok' : 'failed',
  };
}

/**
 * Returns whether a balancer can send people to this process. Does not ask the service: without it lists, searches and
 * approvals go on, and a balancer that depended on its token would take every process away at once
 * (docs/specification/threats.md#availability).
 */
export async function checkServing(): Promise<boolean> {
  return (await inTime(askDatabase())) === 'current';
}

/** However many look while the database does not answer: one question is enough, and takes one connection. */
function askDatabase(): ReturnType<typeof checkMigrations> {
  const state = singleton('readiness', () => ({
    underWay: undefined as ReturnType<typeof checkMigrations> | undefined,
  }));
  state.underWay ??= checkMigrations(pool()).finally(() => (state.underWay = undefined));
  return state.underWay;
}

/** What it comes to; undefined where it fails or takes too long. */
async function inTime<Value>(asked: Promise<Value>): Promise<Value | undefined> {
  const timeout = new AbortController();
  const tooLate = delay(MAX_MS, undefined, { signal: timeout.signal }).catch(() => undefined);
  try {
    return await Promise.race([asked.catch(() => undefined), tooLate]);
  } finally {
    timeout.abort();
  }
}
