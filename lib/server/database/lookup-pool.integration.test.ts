import { sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { setUpTestDatabase } from '@/scripts/testing/test-process';
import { readSearchTerm, type SearchTerm } from '@/lib/search/search-terms';
import { pool } from '@/lib/server/database/client';
import { lookUp, lookupPool } from '@/lib/server/database/lookup-pool';
import { lookUpKey } from '@/lib/server/mirror/search/key-lookup';
import { findRequests } from '@/lib/server/requests/search/find';
import { readRequestsWithOutcomes } from '@/lib/server/requests/outcomes';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';

setUpTestDatabase();

const term = (text: string) => readSearchTerm(text) as SearchTerm;
const lookUpBoth = async (reader: typeof SYSTEM_READER, text: string) => {
  await lookUpKey(reader, term(text), { limit: 51, hasBeginnings: true });
  await findRequests(reader, term(text), { limit: 5 });
  await readRequestsWithOutcomes(reader, ['2f1c9c1e-8a53-4f6e-9d58-6f3f7b0a4c11']);
};
const readStatements = async () =>
  (
    await lookupPool().query<{ name: string; statement: string; generic: number; custom: number }>(
      `select name, statement, generic_plans::int as generic, custom_plans::int as custom
       from pg_prepared_statements order by name`,
    )
  ).rows;

const asleep = async () =>
  (
    await pool().query<{ count: number }>(
      `select count(*)::int from pg_stat_activity where query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
    )
  ).rows[0]?.count;

it('plans each lookup for all values, never for the values of one call', async () => {
  for (let round = 0; round < 12; round += 1) await lookUpBoth(SYSTEM_READER, `INV-${round}-of-twelve`);
  expect((await readStatements()).map(({ statement: _statement, ...plans }) => plans)).toEqual([
    { name: 'requests.by-key', generic: 12, custom: 0 },
    { name: 'requests_with_outcomes', generic: 12, custom: 0 },
    { name: 'transfers.by-key', generic: 12, custom: 0 },
  ]);
});

it('gives readers of other profiles statements of their own, with their condition', async () => {
  const before = new Set((await readStatements()).map(({ name }) => name));
  for (const profile of ['p-one', 'p-two']) {
    await lookUpBoth({ ...SYSTEM_READER, visibleProfiles: [profile] }, 'INV-2291-narrow');
    await lookUpBoth({ ...SYSTEM_READER, visibleProfiles: [profile] }, 'INV-2292-narrow');
  }
  const added = (await readStatements()).filter(({ name }) => !before.has(name));
  expect(added).toHaveLength(6);
  expect(added.every(({ statement }) => /profile_id/.test(statement))).toBe(true);
  expect(new Set(added.map(({ name }) => name.replace(/_[0-9a-f]{16}$/, '')))).toEqual(
    new Set(['requests.by-key', 'requests_with_outcomes', 'transfers.by-key']),
  );
});

it('cancels a lookup in the database on abort, and its connection serves the next', async () => {
  const abandoned = new AbortController();
  const reading = lookUp(
    'test.sleep',
    () => sql`select pg_sleep(${sql.placeholder('s')}::int)`,
    { s: 25 },
    abandoned.signal,
  );
  const outcome = reading.catch((error: unknown) => error);
  await vi.waitFor(async () => expect(await asleep()).toBe(1), { timeout: 10_000 });
  abandoned.abort();
  expect(await outcome).toBe(abandoned.signal.reason);
  // The answer may arrive before the connection is idle; without the cancellation it sleeps much longer.
  await vi.waitFor(async () => expect(await asleep()).toBe(0), { timeout: 10_000 });
  expect(await lookUp('test.one', () => sql`select ${sql.placeholder('n')}::int as n`, { n: 1 })).toEqual([{ n: 1 }]);
});
