import 'server-only';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { pool } from '@/lib/server/database/client';
import { checkMigrations } from '@/lib/server/database/start-check';
import { singleton } from '@/lib/server/runtime/singleton';
import { getToken } from '@/lib/server/transfer-service/token';

/** Result of one readiness check. */
export type Check = 'ok' | 'failed';

// Load balancers check often and do not wait for long.
const MAX_MS = 2_000;

/**
 * Checks whether this process can do its work: the database answers and has this version's migrations, and the service
 * issues a token. A check that takes longer than two seconds has failed. The result contains no secret.
 */
export async function checkReadiness(): Promise<{ database: Check; migrations: Check; serviceToken: Check }> {
  const [migrations, token] = await Promise.all([inTime(checkDatabase()), inTime(getToken())]);
  return {
    database: migrations ? 'ok' : 'failed',
    migrations: migrations === 'current' ? 'ok' : 'failed',
    serviceToken: token?.ok ? 'ok' : 'failed',
  };
}

/**
 * Returns whether a load balancer can send people to this process. Does not depend on the service: without it lists,
 * searches and approvals still work, and a balancer that depended on its token would remove every process at once
 * (docs/specification/threats.md#availability).
 */
export async function checkServing(): Promise<boolean> {
  return (await inTime(checkDatabase())) === 'current';
}

// Concurrent checks share one query and one connection while the database does not answer.
function checkDatabase(): ReturnType<typeof checkMigrations> {
  const state = singleton('readiness', () => ({
    running: undefined as ReturnType<typeof checkMigrations> | undefined,
  }));
  state.running ??= checkMigrations(pool()).finally(() => (state.running = undefined));
  return state.running;
}

const nothing = () => undefined;

/** Returns the value of a check, or undefined if it fails or takes too long. */
async function inTime<Value>(check: Promise<Value>): Promise<Value | undefined> {
  return withTimeout(MAX_MS, () => check.catch(nothing), nothing);
}
