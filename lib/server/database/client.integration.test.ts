import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { setUpTestDatabase } from '@/scripts/testing/test-process';
import { inTransaction, pool } from '@/lib/server/database/client';

setUpTestDatabase();

it('fails a transaction whose connection breaks, and nothing else of the process', async () => {
  // An error that nobody listens to would end the process, and fail this run.
  await expect(
    inTransaction(async (transaction) => {
      const { rows } = await transaction.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await pool().query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await transaction.execute(sql`select 1`);
    }),
  ).rejects.toThrow(/terminat|ECONNRESET/);
  expect((await pool().query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
