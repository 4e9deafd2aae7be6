import { Client } from 'pg';
import { migrateDatabase } from '@/lib/server/database/migrate';

const ROLE = 'countersign_console';

/**
 * Migrates a database and returns its address for a console, with a role that owns nothing. So every test and demo runs
 * with the rights that a console has in production.
 */
export async function prepareDatabase(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl);
  url.username = ROLE;
  const owner = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    // Roles belong to the server, not the database, and two runs may start at once.
    await owner.query(
      `do $$ begin create role ${ROLE}; exception when duplicate_object or unique_violation then null; end $$`,
    );
    await owner.query(`alter role ${ROLE} login password ${owner.escapeLiteral(decodeURIComponent(url.password))}`);
  } finally {
    await owner.end();
  }
  await migrateDatabase(url.href, { ownerUrl });
  return url.href;
}
