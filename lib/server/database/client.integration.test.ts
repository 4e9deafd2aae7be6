import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { setUpTestDatabase } from '@/scripts/testing/test-process';
import { inTransaction, pool } from '@/lib/server/database/client';

setUpTestDatabase();

it('fails a transaction whose connection breaks, and nothing else of the process', async () => {
  // An error that nobody listens to would end the process, and fail this run. What the next statement says depends on
  // whether the broken connection was noticed before it: the cause from the server or the socket, or the driver.
  await expect(
    inTransaction(async (transaction) => {
      const { rows } = await transaction.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await pool().query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await transaction.execute(sql`select 1`);
    }),
  ).rejects.toThrow(/terminat|ECONNRESET|connection error/);
  expect((await pool().query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
