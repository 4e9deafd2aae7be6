import { inspect } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { QueryError } from '@/lib/server/observability/query-error';
import { people } from '@/lib/server/database/schema/people';
import { describeError } from '@/lib/server/observability/log-fields';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { setUpTestDatabase } from '@/scripts/testing/test-process';

const CANARY = 'canary-7f3a';

setUpTestDatabase();
beforeAll(async () => {
  await database().insert(people).values({ issuer: CANARY, subject: CANARY, name: CANARY });
});

const duplicate = { issuer: CANARY, subject: CANARY, name: CANARY };
const notANumber = sql`select ${CANARY}::int`;

/** Queries that fail with a value in the errors of pg and drizzle. */
const FAILING: [string, () => Promise<unknown>][] = [
  ['a query of the query builder', () => database().insert(people).values(duplicate)],
  ['a condition', () => database().select().from(people).where(eq(people.id, CANARY))],
  ['a statement', () => database().execute(notANumber)],
  ['a transaction', () => inTransaction((transaction) => transaction.insert(people).values(duplicate))],
  [
    'a nested transaction',
    () => inTransaction((transaction) => transaction.transaction((nested) => nested.execute(notANumber))),
  ],
  [
    'a transaction without inTransaction',
    () => database().transaction((transaction) => transaction.execute(notANumber)),
  ],
  [
    'a trigger',
    () =>
      database().execute(
        sql`do ${sql.raw(`$$ begin
          raise exception using errcode = 'P0002', message = '${CANARY}', detail = '${CANARY}';
        end $$`)}`,
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
  ['a value that pg cannot serialize', () => pool().query('select $1::json', [circular()])],
];

function circular() {
  const value: Record<string, unknown> = {
    [CANARY]: CANARY,
    toPostgres: (prepare: (value: unknown) => unknown) => prepare(value),
  };
  return value;
}

describe('a failed query', () => {
  it.each(FAILING)('has no value in its error: %s', async (_name, query) => {
    const thrown: unknown = await query().then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(QueryError);
    // The forms that Next prints, that JSON contains and that the log writes.
    expect(inspect(thrown, { depth: 20, showHidden: true })).not.toContain(CANARY);
    expect(JSON.stringify(thrown)).not.toContain(CANARY);
    expect(JSON.stringify(describeError(thrown))).not.toContain(CANARY);
    expect(inspect((thrown as Error).cause)).not.toContain(CANARY);
  });

  it('names the table, the constraint and the place in the code', async () => {
    const thrown = await database()
      .insert(people)
      .values(duplicate)
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: '23505', table: 'people', constraint: 'people_issuer_subject' });
    expect((thrown as Error).message).toContain('people_issuer_subject');
    expect((thrown as Error).stack).toContain('query-error.integration.test.ts');
  });
});
