import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { database, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { sends } from '@/lib/server/database/schema/sends';
import { renderMetrics } from '@/lib/server/metrics';
import { readRequest } from '@/lib/server/requests/lists/read';
import { readSendsOverview } from '@/lib/server/sends/overview';
import { watchAudit } from '@/lib/server/sends/watch-audit';
import { sendNext } from '@/lib/server/sends/worker';
import { isStopped } from '@/lib/server/stop-switch/stop-switch';

// Rows that the owner of the tables wrote, with the triggers off: the claim never saw them.

setUpTestConsole();
let cast: Cast;
beforeAll(async () => {
  cast = await addCast(pool());
  ({ sessionId: caller.sessionId } = await signInAs('admin', ['admin']));
});

/** Runs two rounds: the second starts over where the first came to the end. */
async function watch(): Promise<void> {
  await watchAudit();
  await watchAudit();
}

const alarms = async () => surely(await readSendsOverview()).transferAlarms;

let asked = 0;
async function sent(): Promise<string> {
  const { id } = await addWithdrawal(pool(), cast, (asked += 1), { isApproved: true });
  expect(await sendNext()).toBe(1);
  return id;
}

it('raises nothing about a withdrawal that the product itself sent, nor about one from before the audit log', async () => {
  await sent();
  const early = await sent();
  await withoutTriggers(async (transaction) => {
    await transaction.delete(auditLog).where(eq(auditLog.subject, `request:${early}`));
    await transaction.execute(
      sql`update withdrawal_requests set created_at = '2020-01-01T00:00:00Z' where id = ${early}`,
    );
  });
  await watch();
  expect(await alarms()).toEqual([]);
});

it('raises an alarm about an accepted send whose approvals are not in the audit log, once, and stops nothing', async () => {
  const { id } = await addWithdrawal(pool(), cast, (asked += 1), { isApproved: true });
  const transferId = `t-${randomUUID()}`;
  await withoutTriggers(async (transaction) => {
    await transaction.delete(auditLog).where(sql`subject = ${`request:${id}`} and action = 'request.approved'`);
    await transaction.update(sends).set({ state: 'ACCEPTED', transferId, posts: 1 }).where(eq(sends.requestId, id));
  });
  await watch();
  await watch();
  expect(await alarms()).toMatchObject([
    { transferId, kind: 'unaudited', requestId: id, detail: { missingEntry: expect.stringContaining('approval') } },
  ]);
  expect(await readRequest(id)).toMatchObject({
    ok: true,
    value: { alarm: expect.stringContaining('The audit log has no entry for an approval') },
  });
  expect((await renderMetrics()).text).toContain('countersign_unexplained_transfers{kind="unaudited"} 1');
  expect(await database().$count(auditLog, sql`subject = ${`request:${id}`} and action = 'transfer.alarm'`)).toBe(1);
  expect(await isStopped()).toBe(false);
});

it('raises an alarm about an accepted send that nobody approved', async () => {
  const { id } = await addWithdrawal(pool(), cast, (asked += 1), { isApproved: false });
  const transferId = `t-${randomUUID()}`;
  await withoutTriggers(async (transaction) => {
    await transaction.execute(sql`update withdrawal_requests set state = 'APPROVED' where id = ${id}`);
    await transaction.insert(sends).values({ requestId: id, state: 'ACCEPTED', transferId, posts: 1 });
  });
  await watch();
  expect((await alarms()).map((alarm) => alarm.transferId)).toContain(transferId);
});
