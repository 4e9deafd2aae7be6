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

/** Sets when a person signed in, in all of their sessions, to an SQL expression: a decision requires a recent sign-in. */
export async function setSignInTime(person: string, time: string): Promise<void> {
  await runSql(
    `update sessions set authenticated_at = ${time} where person_id = (select id from people where subject = $1)`,
    [person],
  );
}
