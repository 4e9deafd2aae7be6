import { rmSync } from 'node:fs';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { findKeptDatabase } from '@/scripts/stack/postgres/kept-database';
import { startPostgres } from '@/scripts/stack/postgres/postgres';
import { ensureTemplateDatabase } from '@/scripts/stack/postgres/template-database';
import { makeThrowawayDirectory } from '@/scripts/stack/throwaway-directory';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database, never written to: `createTestDatabase` copies it. */
    templateDatabaseUrl: string;
  }
}

/**
 * Provides a template database for a run of vitest: on the server of `npm run db:test` where it is up, else on its own.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const kept = await findKeptDatabase();
  const { url, stop } = kept === undefined ? await startServer() : { url: kept, stop: () => Promise.resolve() };
  try {
    project.provide('templateDatabaseUrl', await ensureTemplateDatabase(url));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a server whose data goes when it stops. */
async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = makeThrowawayDirectory('countersign-vitest-');
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const { url, part } = await startPostgres({
      dataDir: path.join(directory, 'postgres'),
      isDurable: false,
      logFile: path.join(directory, 'postgres.log'),
    });
    return { url, stop: () => part.stop().then(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}
