import { Client } from 'pg';
import { stackAddresses } from '@/e2e/stack/addresses';

/** Runs one statement in the console's database, for events that a test cannot wait for, such as the end of a day. */
export async function runSql(statement: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({
    connectionString: stackAddresses().databaseUrl,
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
