import 'server-only';
import { pool } from '@/lib/server/database/client';
import { checkMigrations } from '@/lib/server/database/start-check';
import { log } from '@/lib/server/log';
import { startSync, stopSync } from '@/lib/server/mirror/sync';
import { startRemembering } from '@/lib/server/recipients/remember';
import { startSending } from '@/lib/server/sends/worker';
import { settings, SettingsError } from '@/lib/server/settings';
import { stopLoops } from '@/lib/server/workers/loop';

/** Checks the configuration and the database, then starts what works without a person. Ends the process with what is wrong, all of it at once. */
export async function startConsole(): Promise<void> {
  try {
    const { CONSOLE_WORKERS, CONSOLE_ENVIRONMENT } = settings();
    const state = await checkMigrations(pool());
    if (state === 'behind') throw new Error('The database is behind this version. Run npm run migrate, then start again.');
    if (state === 'ahead') throw new Error('The database is ahead of this version. Start the version that migrated it, or a newer one.');
    if (CONSOLE_WORKERS === 'on') {
      startSending();
      startSync();
      startRemembering();
      // Next ends the process when its own work is done; what has left by then and is not written down becomes unknown.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopLoops().then(stopSync));
    }
    log.info({ environment: CONSOLE_ENVIRONMENT, workers: CONSOLE_WORKERS }, 'the console has started');
  } catch (error) {
    // A settings error is for the person at the terminal, so it is written as lines and not as JSON.
    if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`);
    else log.fatal({ err: error }, 'the console cannot start');
    process.exit(1);
  }
}
