import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '@/lib/server/database/migrate';
import { startPostgres } from '@/scripts/stack/postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database, never written to: `createTestDatabase` copies it. */
    templateDatabaseUrl: string;
  }
}

/** One PostgreSQL for a whole run of vitest. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const directory = mkdtempSync(path.join(tmpdir(), 'countersign-vitest-'));
  // PostgreSQL may run as another account, which must get through.
  chmodSync(directory, 0o711);
  const remove = () => rmSync(directory, { recursive: true, force: true });
  try {
    const { url, part } = await startPostgres({
      dataDir: path.join(directory, 'postgres'),
      isDurable: false,
      logFile: path.join(directory, 'postgres.log'),
    });
    await migrateDatabase(url).catch(async (error: unknown) => {
      await part.stop();
      throw error;
    });
    project.provide('templateDatabaseUrl', url);
    return async () => {
      await part.stop();
      remove();
    };
  } catch (error) {
    remove();
    throw error;
  }
}
