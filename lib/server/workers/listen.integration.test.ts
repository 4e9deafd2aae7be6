import { afterAll, expect, it } from 'vitest';
import { appendAudit } from '@/lib/server/database/append-audit';
import { inTransaction, pool } from '@/lib/server/database/client';
import { startListening, stopListening } from '@/lib/server/workers/listen';
import { startLoop, stopLoops } from '@/lib/server/workers/loop';
import { setUpTestDatabase } from '@/scripts/testing/test-process';

const LISTENERS = `from pg_stat_activity
  where datname = current_database() and application_name = 'countersign listen'`;

setUpTestDatabase();
let iterations = 0;

afterAll(async () => {
  await stopLoops();
  await stopListening();
});

const append = () =>
  inTransaction((transaction) =>
    appendAudit(transaction, { action: 'sending.stopped', actor: null, origin: null, subject: 'sending' }),
  );

it('wakes the loops that follow the audit log at a commit, and what came while it had no connection', async () => {
  const count = () => {
    iterations += 1;
    return Promise.resolve(0);
  };
  startLoop('expire', count, { everyMs: 3_600_000, followsAudit: true });
  startListening();
  // The first one at once, the second one after it has connected.
  await expect.poll(() => iterations).toBe(2);
  await append();
  await expect.poll(() => iterations).toBe(3);

  await pool().query(`select pg_terminate_backend(pid) ${LISTENERS}`);
  await append();
  await expect.poll(async () => (await pool().query(`select 1 ${LISTENERS}`)).rowCount).toBe(1);
  await expect.poll(() => iterations).toBeGreaterThanOrEqual(4);
  const before = iterations;
  await append();
  await expect.poll(() => iterations).toBe(before + 1);
});
