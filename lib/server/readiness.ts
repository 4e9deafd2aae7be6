import 'server-only';
import { pool } from '@/lib/server/database/client';
import { checkMigrations } from '@/lib/server/database/start-check';
import { getToken } from '@/lib/server/service/token';

export type Check = 'ok' | 'failed';

/** Whether this process can do its work: the database answers, is at this version's migrations, and the service gives a token. Tells nothing secret. */
export async function checkReadiness(): Promise<{ database: Check; migrations: Check; serviceToken: Check }> {
  const isAnswering = await pool()
    .query('select 1')
    .then(
      () => true,
      () => false,
    );
  const migrations = isAnswering ? await checkMigrations(pool()).catch(() => 'behind' as const) : 'behind';
  const token = await getToken();
  return { database: isAnswering ? 'ok' : 'failed', migrations: migrations === 'current' ? 'ok' : 'failed', serviceToken: token.ok ? 'ok' : 'failed' };
}
