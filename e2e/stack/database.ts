import { Client } from 'pg';
import { stackAddresses } from '@/e2e/stack/addresses';
import type { SettingKind } from '@/lib/proposals/settings';

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

/**
 * Sets when a person signed in, in all of their sessions, to an SQL expression: a decision requires a recent sign-in.
 */
export async function setSignInTime(person: string, time: string): Promise<void> {
  await runSql(
    `update sessions set authenticated_at = ${time} where person_id = (select id from people where subject = $1)`,
    [person],
  );
}

/** Reads the rules of the policy in force. */
export async function readRules(): Promise<unknown> {
  const [policy] = await runSql('select rules from policy_versions order by version desc limit 1');
  return policy?.rules;
}

/** Writes a version of the policy, which is in force at once. */
export async function putRules(rules: unknown): Promise<void> {
  await runSql('insert into policy_versions (version, rules) select max(version) + 1, $1 from policy_versions', [
    JSON.stringify(rules),
  ]);
}

/** Writes a version of a setting, which is in force at once. */
export async function putSetting(kind: SettingKind, value: readonly unknown[]): Promise<void> {
  await runSql(
    `insert into setting_versions (kind, version, value)
     select $1, coalesce(max(version), 0) + 1, $2::json from setting_versions where kind = $1`,
    [kind, JSON.stringify(value)],
  );
}
