import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { Client } from 'pg';
import { cookieHeader, openBrowser, signIn } from '@/bench/staff';
import { watchProcesses } from '@/bench/watch-processes';
import { buildIfStale } from '@/scripts/stack/build';
import { findFreePort } from '@/scripts/stack/ports';
import { type Stack, startStack } from '@/scripts/stack/stack';

/** A production build of the console with a complete mirror, and a browser. */
export interface Desk {
  transfers: number;
  consoleUrl: string;
  databaseUrl: string;
  consoleDatabaseUrl: string;
  /** The benchmark's own connection. */
  database: Client;
  browser: Browser;
  /** A page that is signed in as a person in support. */
  page: Page;
  /** Session cookie of that person. */
  cookie: string;
  console: Pick<ReturnType<typeof watchProcesses>, 'read' | 'reset'>;
  close: () => Promise<void>;
}

/**
 * More reads per second than the sync can use: reads of pending transfers share the limit and must not slow the walk.
 */
export const FAST_SYNC = { TRANSFER_SERVICE_READS_PER_SECOND: '50', TRANSFER_SERVICE_PAGE_LIMIT: '1000' };

/**
 * Starts a console with so many mirrored transfers. The first run reads them from the sandbox; later runs reuse
 * .data/bench.
 */
export async function openDesk(transfers: number): Promise<Desk> {
  await buildIfStale();
  const dataDir = path.join('.data/bench', `${hashMirrorSources()}-${transfers}`);
  const filled = path.join(dataDir, 'filled');
  const start = async (env: Record<string, string>) =>
    startStack({
      dataDir,
      mode: 'start',
      consolePort: await findFreePort(),
      sandboxPort: 0,
      transfers,
      isDurable: false,
      // One person generates the calls of a whole desk. The check of the whole list reads as it does by default, not as
      // fast as in tests, where it takes both processors for half a minute of what is measured.
      env: { CONSOLE_LIMITS: 'wide', TRANSFER_SERVICE_READS_PER_SECOND: '5', ...env },
      signal: new AbortController().signal,
    });
  if (!existsSync(filled)) {
    console.log(`Reading ${transfers.toLocaleString('en-GB')} transfers into ${dataDir}, once ...`);
    const stack = await start(FAST_SYNC);
    try {
      await untilComplete(stack);
      await untilRecorded(stack);
      await vacuum(stack.databaseUrl);
      writeFileSync(filled, '');
    } finally {
      await stack.stop();
    }
  }
  const watch = watchProcesses(path.join(dataDir, 'watch'));
  const stack = await start(watch.env);
  const database = new Client({ connectionString: stack.databaseUrl });
  const browser = await openBrowser();
  const close = async () => {
    await browser.close();
    await database.end();
    await stack.stop();
  };
  try {
    await database.connect();
    await untilComplete(stack);
    const page = await signIn(browser, stack.consoleUrl, 'support');
    const { consoleUrl, databaseUrl, consoleDatabaseUrl } = stack;
    return {
      transfers,
      consoleUrl,
      databaseUrl,
      consoleDatabaseUrl,
      database,
      browser,
      page,
      cookie: await cookieHeader(page.context(), consoleUrl),
      console: watch,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until the console reports a complete mirror with all its indexes. */
export async function untilComplete({ consoleUrl }: Pick<Stack, 'consoleUrl'>): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${consoleUrl}/api/metrics`)).text();
    const isComplete = /^countersign_mirror_complete 1$/m.test(metrics);
    if (isComplete && /^countersign_mirror_missing_indexes 0$/m.test(metrics)) return;
    // To compress an answer alone takes the console 12 ms, which the walk would need.
    await sleep(isComplete ? 500 : 2000);
  }
}

/** Waits until the addresses of all transfers are recorded. */
async function untilRecorded({ databaseUrl }: Pick<Stack, 'databaseUrl'>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  while ((await client.query('select from watch_state where recorded_until is not null')).rowCount) await sleep(500);
  await client.end();
}

/** Does what autovacuum would do an hour later. */
async function vacuum(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

// A mirror that other code filled is filled again.
function hashMirrorSources(): string {
  const folders = ['lib/server/database/migrations', 'lib/server/database/sql'];
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .map((name) => path.join(folder, name)),
  );
  files.push('lib/server/mirror/sync/store.ts');
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** Creates a directory for one run. */
export function temporaryDirectory(name: string): { directory: string; remove: () => void } {
  const directory = path.join('.data/bench', `${name}-${process.pid}`);
  mkdirSync(directory, { recursive: true });
  return { directory, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
