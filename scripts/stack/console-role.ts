import { Client } from 'pg';
import { migrateDatabase } from '@/lib/server/database/migrate';

const ROLE = 'countersign_console';

/**
 * Brings a database up to date and gives the address of it for a console: as a role of its own that owns nothing, with the
 * owner's password. So whatever runs here runs with the rights that a console has in production.
 */
export async function prepareDatabase(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl);
  url.username = ROLE;
  const owner = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    // Roles belong to the server and not to the database, and two runs on one server may begin at once.
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
