import { inspect } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { QueryError } from '@/lib/server/observability/query-error';
import { people } from '@/lib/server/database/schema';
import { describeError } from '@/lib/server/observability/log-fields';
import { readRows } from '@/lib/server/mirror/reader-pool';
import { setUpTestDatabase } from '@/scripts/testing/test-process';

const CANARY = 'canary-7f3a';

setUpTestDatabase();
beforeAll(async () => {
  await database().insert(people).values({ issuer: CANARY, subject: CANARY, name: CANARY });
});

const again = { issuer: CANARY, subject: CANARY, name: CANARY };
const notANumber = sql`select ${CANARY}::int`;

/** Queries that fail with a value in what pg and drizzle say of them. */
const FAILING: [string, () => Promise<unknown>][] = [
  ['a query that is built', () => database().insert(people).values(again)],
  ['a condition', () => database().select().from(people).where(eq(people.id, CANARY))],
  ['a statement', () => database().execute(notANumber)],
  ['a transaction', () => inTransaction((transaction) => transaction.insert(people).values(again))],
  [
    'one within a transaction',
    () => inTransaction((transaction) => transaction.transaction((nested) => nested.execute(notANumber))),
  ],
  ['a transaction of its own', () => database().transaction((transaction) => transaction.execute(notANumber))],
  [
    'a trigger',
    () =>
      database().execute(
        sql`do ${sql.raw(`$$ begin raise exception using errcode = 'P0002', message = '${CANARY}', detail = '${CANARY}'; end $$`)}`,
      ),
  ],
  ['the pool', () => pool().query('select $1::int', [CANARY])],
  [
    'a connection',
    () =>
      pool()
        .connect()
        .then((client) => client.query('select $1::uuid', [CANARY]).finally(() => client.release())),
  ],
  ['a reader of the mirror', () => readRows(notANumber)],
  ['a value that pg cannot write', () => pool().query('select $1::json', [circular()])],
];

function circular() {
  const value: Record<string, unknown> = {
    [CANARY]: CANARY,
    toPostgres: (prepare: (value: unknown) => unknown) => prepare(value),
  };
  return value;
}

describe('a query that fails', () => {
  it.each(FAILING)('tells nothing of its values: %s', async (_name, ask) => {
    const thrown: unknown = await ask().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(QueryError);
    // What Next prints of it, what JSON makes of it, and what the log takes from it.
    expect(inspect(thrown, { depth: 20, showHidden: true })).not.toContain(CANARY);
    expect(JSON.stringify(thrown)).not.toContain(CANARY);
    expect(JSON.stringify(describeError(thrown))).not.toContain(CANARY);
    expect(inspect((thrown as Error).cause)).not.toContain(CANARY);
  });

  it('says which rule of which table it broke, and where', async () => {
    const thrown = await database()
      .insert(people)
      .values(again)
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: '23505', table: 'people', constraint: 'people_issuer_subject' });
    expect((thrown as Error).message).toContain('people_issuer_subject');
    expect((thrown as Error).stack).toContain('query-error.integration.test.ts');
  });
});
