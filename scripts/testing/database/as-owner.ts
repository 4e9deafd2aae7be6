import { Client } from 'pg';
import { settings } from '@/lib/server/config/settings';

/**
 * Runs one statement as the owner of the database and without triggers, to make a test's rows older than they are.
 * No attacker that the console defends against can do this.
 */
export async function asOwner(statement: string, values: unknown[] = []): Promise<void> {
  const client = new Client({ connectionString: settings().DATABASE_URL });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(statement, values);
  } finally {
    await client.end();
  }
}
