import 'server-only';
import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { captureConsole } from '@/lib/server/observability/console-capture';
import { describeRestored, settleAfterRestore } from '@/lib/server/sends/after-restore';
import { checkBackup, describeBackup } from '@/lib/server/backup/check-backup';
import { startCheckingReplicas } from '@/lib/server/workers/check-replicas';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { databaseClock } from '@/lib/server/database/database-clock';
import { startClock } from '@/lib/server/runtime/clock';
import { pool } from '@/lib/server/database/client';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { checkMigrations, findVolatileSettings, ownsTables } from '@/lib/server/database/start-check';
import { checkPooledDatabase } from '@/lib/server/database/query/reader-pool';
import { checkSessions } from '@/lib/server/database/session-check';
import { log } from '@/lib/server/observability/log';
import { startSync, stopSync } from '@/lib/server/mirror/sync/sync';
import { startLoggingAuditHead } from '@/lib/server/audit/head-log';
import { startSweepingFiles } from '@/lib/server/attachments/sweep';
import { startSweeping } from '@/lib/server/auth/session-sweep';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { startLoggingProofHead } from '@/lib/server/passkeys/key-list/head-log';
import { findMissingProof, runSetUp } from '@/lib/server/passkeys/set-up/init';
import { startNotifying } from '@/lib/server/notifications/worker';
import { startRecordingAddresses } from '@/lib/server/recipients/known-addresses';
import { readSumWarnings } from '@/lib/server/policy/read';
import { watchRequests } from '@/lib/server/observability/http-metrics';
import { type GuardSettings, hostProcess } from '@/lib/server/runtime/host';
import { startComparingSettings } from '@/lib/server/sends/process-settings';
import { startRequestingPlanned } from '@/lib/server/standing-orders/worker';
import { startSending } from '@/lib/server/sends/worker';
import { waivedChecks } from '@/lib/server/config/environment';
import { settings, SettingsError } from '@/lib/server/config/settings';
import { startListening, stopListening } from '@/lib/server/workers/listen';
import { stopLoops } from '@/lib/server/workers/loop';
import { joinList } from '@/lib/text/join-list';
import { setDeskFormat } from '@/lib/text/locale';
import { setServiceName } from '@/lib/text/service-name';

const OWNER_AT_HAND = {
  name: 'DATABASE_OWNER_URL',
  message: 'is for npm run migrate alone; a console that runs must not have it, so take it out of its environment',
};
const REFUSED = {
  behind: 'The database is behind this version. Run npm run migrate, then start again.',
  ahead: 'The database is ahead of this version. Start the version that migrated it, or a newer one.',
  denied:
    'The role of DATABASE_URL has no rights in the database. Run npm run migrate with DATABASE_OWNER_URL, then start again.',
};
const OWNS_TABLES =
  'the role of DATABASE_URL owns the tables, so an attacker in this process could change what was approved; docs/operations.md, "Two database roles"';

/**
 * Checks the configuration and the database, then starts the workers, all before the server listens. Ends the process
 * where something is wrong, after listing every issue of the configuration. `isDevelopment`: runs without the request
 * guard.
 */
export async function startConsole({ isDevelopment }: { isDevelopment: boolean }): Promise<void> {
  try {
    const { CONSOLE_WORKERS, CONSOLE_ENVIRONMENT, DATABASE_URL, DATABASE_OWNER_URL, RECONCILE_QUIET_MS, LOG_LEVEL } =
      settings();
    setServiceName(settings().TRANSFER_SERVICE_NAME);
    setDeskFormat({ locale: settings().DESK_LOCALE, timeZone: settings().DESK_TIME_ZONE });
    log.level = LOG_LEVEL;
    watchRequests();
    const server = hostProcess();
    if (!server && !isDevelopment)
      throw new Error('This is not the way to start the console: run npm start, or node server/main.mjs.');
    if (server?.task === 'migrate') {
      const { applied } = await migrateDatabase(DATABASE_URL, { ownerUrl: DATABASE_OWNER_URL });
      process.stdout.write(`Migrations applied: ${applied}. The database is up to date.\n`);
      process.exit(0);
    }
    if (server?.task === 'after-restore') {
      const restored = await settleAfterRestore(DATABASE_URL, { quietMs: RECONCILE_QUIET_MS });
      // Whole, also where it goes into a file or another program.
      writeSync(process.stdout.fd, describeRestored(restored));
      process.exit(0);
    }
    if (server?.task === 'backup-check') {
      const checks = await checkBackup(DATABASE_URL, process.argv.slice(3));
      writeSync(process.stdout.fd, describeBackup(checks));
      process.exit(checks.some(({ faults }) => faults.length > 0) ? 1 : 0);
    }
    if (DATABASE_OWNER_URL !== undefined) throw new SettingsError([OWNER_AT_HAND]);
    if (server && server.task !== 'proof-init') captureConsole();
    await checkSessions(pool());
    await checkPooledDatabase();
    const state = await checkMigrations(pool());
    if (state !== 'current') throw new Error(REFUSED[state]);
    if (server?.task === 'proof-init') {
      await setUpProof();
      process.exit(0);
    }
    const missing = await findMissingProof();
    if (missing.length > 0) throw new SettingsError(missing);
    // Once now, so that nobody waits for it later: ten thousand statements take some seconds.
    await readKeyList();
    if (CONSOLE_ENVIRONMENT === 'production' && (await ownsTables(pool()))) log.warn(OWNS_TABLES);
    const waived = waivedChecks().map(({ name }) => name);
    if (CONSOLE_ENVIRONMENT === 'production') await refuseVolatileDatabase(waived);
    if (waived.length > 0) log.warn({ waived }, 'CONSOLE_INSECURE_WAIVER waives checks of the configuration');
    for (const warning of await readSumWarnings()) log.warn(warning);
    await startClock(databaseClock);
    startCheckingReplicas();
    if (CONSOLE_WORKERS === 'on') {
      startListening();
      startSending();
      startSync();
      startRecordingAddresses();
      startSweeping();
      startSweepingFiles();
      startLoggingAuditHead();
      startLoggingProofHead();
      startNotifying();
      startRequestingPlanned();
    }
    // Last: its first report names all work of this process.
    startComparingSettings();
    if (server) server.stop = stopWorking;
    else for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stopWorking());
    log.info({ environment: CONSOLE_ENVIRONMENT, workers: CONSOLE_WORKERS }, 'the console has started');
    server?.reportStarted(readGuardSettings());
  } catch (error) {
    // A settings error is for the person at the terminal, so it is written as lines and not as JSON.
    if (error instanceof SettingsError) process.stderr.write(`${error.message}\n`);
    else log.fatal({ err: error }, 'the console cannot start');
    process.exit(1);
  }
}

function readGuardSettings(): GuardSettings {
  const { NEXTAUTH_URL, NEXTAUTH_SECRET, CONSOLE_PROXY_HOPS, METRICS_TOKEN, SCIM_TOKEN, CONSOLE_LIMITS } = settings();
  return {
    ownAddress: new URL(NEXTAUTH_URL),
    proxyHops: CONSOLE_PROXY_HOPS,
    sessionCookie: ownCookies().session,
    sessionSecret: NEXTAUTH_SECRET,
    metricsToken: METRICS_TOKEN,
    scimToken: SCIM_TOKEN,
    budgetFactor: CONSOLE_LIMITS === 'wide' ? 20 : 1,
  };
}

/** Sets up the key list from the terminal; whatever goes wrong is for the person there. */
async function setUpProof(): Promise<void> {
  try {
    const wait = () => setTimeout(SET_UP_POLL_MS);
    await runSetUp({ write: (line) => writeSync(process.stdout.fd, `${line}\n`), wait });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'The set-up failed.'}\n`);
    process.exit(1);
  }
}

const SET_UP_POLL_MS = 1000;

/** Refuses a server that could forget, in a crash, that a withdrawal was claimed. */
async function refuseVolatileDatabase(waived: readonly string[]): Promise<void> {
  const found = await findVolatileSettings(pool());
  if (found.length === 0 || waived.includes('database-durability')) return;
  throw new Error(
    `The database runs with ${joinList(found)}, so a crash could make it forget a withdrawal that was sent. ` +
      'Turn these settings on, then start again (waiver: database-durability).',
  );
}

/** Stops the workers after their current iteration, so that the outcome of a running send is recorded. */
async function stopWorking(): Promise<void> {
  await stopLoops();
  await stopSync();
  await stopListening();
}
