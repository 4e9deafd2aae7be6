import 'server-only';
import { Client } from 'pg';
import { settings } from '@/lib/server/config/settings';
import { TIMEOUTS } from '@/lib/server/database/client';
import { singleton } from '@/lib/server/runtime/singleton';
import { AUDIT, startLoop, wake } from '@/lib/server/workers/loop';

// A connection that no longer answers is found within this time.
const PING_INTERVAL_MS = 10_000;
const NAME = 'listen';

const listener = () => singleton<{ client: Client | undefined }>('workers.listener', () => ({ client: undefined }));

/**
 * Starts to listen for entries of the audit log, once per process, on a connection of its own: an entry of any process
 * wakes the loops of this one that follow the log. Without the connection they find their work by polling.
 */
export function startListening(): void {
  startLoop(NAME, keepListening, { everyMs: PING_INTERVAL_MS });
}

/** Closes the connection, after the loops have ended. */
export async function stopListening(): Promise<void> {
  await listener().client?.end();
}

/** Connects where there is no connection, and checks the one that there is. Returns 0. */
async function keepListening(): Promise<number> {
  const state = listener();
  if (state.client) {
    await state.client.query('select 1').catch((error: unknown) => {
      drop(state.client);
      throw error;
    });
    return 0;
  }
  const client = new Client({
    connectionString: settings().DATABASE_URL,
    ...TIMEOUTS,
    application_name: 'countersign listen',
  });
  client.on('error', () => drop(client));
  client.on('end', () => drop(client));
  client.on('notification', () => wake(AUDIT));
  try {
    await client.connect();
    // The trigger of lib/server/database/sql/audit.sql.
    await client.query('listen countersign_audit');
  } catch (error) {
    drop(client);
    throw error;
  }
  state.client = client;
  // For what was committed while nothing listened.
  wake(AUDIT);
  return 0;
}

/** Forgets a connection that broke, so that the loop connects again at once. */
function drop(client: Client | undefined): void {
  void client?.end().catch(() => undefined);
  const state = listener();
  if (client === undefined || state.client !== client) return;
  state.client = undefined;
  wake(NAME);
}
