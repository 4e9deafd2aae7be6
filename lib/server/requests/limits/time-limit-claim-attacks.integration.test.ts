import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { clearMirror, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { moveClock } from '@/scripts/testing/database/move-clock';
import { completeMirror } from '@/scripts/testing/mirror/complete-mirror';
import { signInAs } from '@/scripts/testing/test-process';
import { clearSends, withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import { type TimeLimit } from '@/lib/policy/time-limits';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { amendAs } from '@/lib/server/requests/creation/amend';
import { cancelAs } from '@/lib/server/requests/votes/cancel';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { findFreeTime } from '@/lib/server/requests/limits/time-limits';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { toWithdrawalBody } from '@/lib/withdrawals/body';
import {
  DAY,
  anyway,
  desk,
  make,
  newAddress,
  over,
  readVersion,
  request,
  setUpLimitedDesk,
  sumOf,
  transferOf,
} from '@/scripts/testing/data/limited-requests';
import { failure, surely } from '@/scripts/testing/results';

setUpLimitedDesk();

describe('the claim', () => {
  it('counts what was saved earlier and no more', async () => {
    await putPolicyInForce([over(sumOf('10')), anyway()]);
    const first = await make('6');
    const second = await make('6');
    expect(second.requiredApprovals).toBe(2);
    await approveRequest(first.requestId, ...desk.approvers.slice(0, 1));
    expect(await claimSend()).toMatchObject({ requestId: first.requestId });
    await approveRequest(second.requestId, ...desk.approvers.slice(0, 2));
    expect(await claimSend()).toMatchObject({ requestId: second.requestId });
  });

  it('asks for more approvals where another withdrawal left meanwhile', async () => {
    await putPolicyInForce([over(sumOf('10')), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    const [returned] = await database()
      .select({ state: withdrawalRequests.state, sent: sends.state })
      .from(withdrawalRequests)
      .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
      .where(eq(withdrawalRequests.id, requestId));
    expect(returned).toEqual({ state: 'AWAITING_APPROVAL', sent: null });
    const [entry] = await database().select().from(auditLog).orderBy(desc(auditLog.seq)).limit(1);
    expect(entry?.action).toBe('request.returned');
    expect(JSON.parse(entry?.entry ?? '')).toMatchObject({
      reason: expect.stringContaining('requires 2 approvals') as unknown,
    });
    await approveRequest(requestId, ...desk.approvers.slice(1, 2));
    expect(await claimSend()).toMatchObject({ requestId });
  });

  it('sends nothing where a limit that refuses is exceeded by now', async () => {
    await putPolicyInForce([over(sumOf('10'), { kind: 'refuse', reason: 'Too much' }), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({
      state: 'HOLD',
      hold: { kind: 'limit', isAmbiguous: false, detail: expect.stringContaining('is more than 10 ETH') },
    });
    // Two people queue it again: the claim counts again, as often as they do.
    await sendAgain(requestId);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({ state: 'HOLD', hold: { kind: 'limit' } });
    await sendAgain(requestId);
    await clearMirror();
    expect(await claimSend()).toMatchObject({ requestId });
  });

  it('lets its requester cancel what a limit holds', async () => {
    await putPolicyInForce([over(sumOf('10'), { kind: 'refuse', reason: 'Too much' }), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({ state: 'HOLD', fence: 0, hold: { kind: 'limit' } });
    expect(await cancelAs(desk.requester, { requestId })).toMatchObject({ ok: true });
    expect(await readSend(requestId)).toBeUndefined();
  });

  it('returns what a limit held to its approvers where their approvals have lapsed meanwhile', async () => {
    await putPolicyInForce([over(sumOf('10'), { kind: 'refuse', reason: 'Too much' }), anyway()]);
    const { requestId } = await make('6');
    const { person } = await signInAs('long-ago', ['approver']);
    await approveRequest(requestId, person);
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    await sendAgain(requestId);
    await clearMirror();
    await withoutTriggers(async (transaction) => {
      const day = sql`interval '25 hours'`;
      await transaction.execute(
        sql`update decisions set decided_at = decided_at - ${day} where request_id = ${requestId}`,
      );
      await transaction.execute(sql`update sign_ins set at = at - ${day} where person_id = ${person.id}`);
    });
    expect(await claimSend()).toBeUndefined();
    expect(await readState(requestId)).toBe('AWAITING_APPROVAL');
    expect(await readSend(requestId)).toBeUndefined();
  });

  it.each([
    ['refuses', { kind: 'refuse', reason: 'Too much' }],
    ['asks for more approvals', { kind: 'approve', count: 2 }],
    ['asks for an administrator', { kind: 'approve', count: 1, role: 'admin' }],
    ['makes it wait', { kind: 'wait' }],
  ] as const)('tries again later where the use of a limit that %s is unknown, and says so', async (_what, then) => {
    await putPolicyInForce([over(sumOf('10'), then), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    await completeMirror(null);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({
      state: 'QUEUED',
      fence: 0,
      hold: null,
      postponedReason: expect.stringContaining('is not complete'),
    });
    expect(await readState(requestId)).toBe('APPROVED');
    const view = await readRequest(requestId);
    expect(view).toMatchObject({ value: { postponedReason: expect.stringContaining('is not complete') } });
    await completeMirror();
    expect(await claimSend()).toBeUndefined();
    await database().update(sends).set({ nextAt: new Date() }).where(eq(sends.requestId, requestId));
    expect(await claimSend()).toMatchObject({ requestId });
    expect(await readSend(requestId)).toMatchObject({ state: 'SENDING', postponedReason: null });
  });

  it('holds what a known limit refuses though another use is unknown, and sends what has the approvals for both', async () => {
    const worth = over({ window: DAY, by: [], limit: { kind: 'value', currency: 'USD', limit: '1' } });
    const refusing = over(sumOf('10'), { kind: 'refuse', reason: 'Too much' });
    await putPolicyInForce([refusing, worth, anyway()]);
    const [first, second] = [await make('1'), await make('2')];
    for (const { requestId } of [first, second]) await approveRequest(requestId, ...desk.approvers.slice(0, 2));
    expect(await claimSend()).toMatchObject({ requestId: first.requestId });
    await storeRecords([transferOf({ amount: '8', total: '8.5' })]);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(second.requestId)).toMatchObject({ state: 'HOLD', hold: { kind: 'limit' } });
  });

  it('expires what needs approvals of another role by now, so that it is requested again', async () => {
    await putPolicyInForce([over(sumOf('10'), { kind: 'approve', count: 1, role: 'admin' }), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    expect(await readState(requestId)).toBe('EXPIRED');
    expect(await readSend(requestId)).toBeUndefined();
    expect(await readRequest(requestId)).toMatchObject({
      value: { returnReason: expect.stringContaining('requires approvals of the role admin') },
    });
    const form = filledForm({ profileId: desk.profile, destinationAddress: newAddress(), value: '6' });
    expect(await amendAs(desk.requester, { requestId, basedOnVersion: 1, formKey: randomUUID(), form })).toMatchObject({
      ok: true,
    });
    expect(await readVersion(requestId)).toMatchObject({ requiredRole: 'admin' });
    expect(await readRequest(requestId)).toMatchObject({ value: { returnReason: null } });
  });
});

async function readSend(requestId: string) {
  const [send] = await database().select().from(sends).where(eq(sends.requestId, requestId));
  return send;
}

const readState = async (requestId: string) => (await readRow(requestId))?.state;

async function readRow(requestId: string) {
  const [row] = await database().select().from(withdrawalRequests).where(eq(withdrawalRequests.id, requestId));
  return row;
}

const daysAfter = (from: Date | null, days: number) => new Date((from?.getTime() ?? 0) + days * 86_400_000);

/** Has two administrators send a withdrawal again. */
async function sendAgain(requestId: string): Promise<void> {
  const before = caller.sessionId;
  caller.sessionId = (await signInAs('admin-one', ['admin'])).sessionId;
  const payload = { kind: 'send-again' };
  const proposed = surely(
    await propose({ kind: 'resolve-send', subject: requestId, payload, comment: 'The limit allows it' }),
  );
  caller.sessionId = (await signInAs('admin-two', ['admin'])).sessionId;
  surely(await confirmProposal({ proposalId: proposed.proposalId, comment: '' }));
  caller.sessionId = before;
}

describe('a rule that makes a withdrawal wait', () => {
  const wait = { kind: 'wait' } as const;

  it('lets it leave in the first minute in which the limit is kept, with the approvals of the rules that follow', async () => {
    await putPolicyInForce([over(sumOf('10'), wait), anyway(2)]);
    const first = await make('6');
    const waiting = await make('6');
    expect(first).toMatchObject({ notBefore: null, ruleNumber: 2 });
    const until = waiting.notBefore?.getTime() ?? 0;
    const free = first.createdAt.getTime() + 24 * 3_600_000;
    expect(until - free).toBeGreaterThanOrEqual(0);
    expect(until - free).toBeLessThanOrEqual(60_000);
    expect(waiting).toMatchObject({ ruleNumber: 2, requiredApprovals: 2, countsAt: waiting.notBefore });
    await approveRequest(waiting.requestId, ...desk.approvers.slice(0, 2));
    expect(await claimSend()).toBeUndefined();
    // A worker that asks too early is sent away.
    await database().update(sends).set({ nextAt: new Date() }).where(eq(sends.requestId, waiting.requestId));
    expect(await claimSend()).toBeUndefined();
    const [send] = await database().select().from(sends).where(eq(sends.requestId, waiting.requestId));
    expect(send).toMatchObject({ state: 'QUEUED', fence: 0, nextAt: waiting.notBefore });
  });

  it('leaves days later with its approvals, and lapses only after that', { timeout: 60_000 }, async () => {
    await clearSends();
    const once: TimeLimit = {
      window: { kind: 'hours', hours: 120 },
      by: ['profile'],
      limit: { kind: 'count', limit: 1 },
    };
    await putPolicyInForce([over(once, wait), anyway()]);
    await make('1');
    const [second, third] = [await make('1'), await make('1')];
    for (const { requestId, notBefore } of [second, third]) {
      expect((await readRow(requestId))?.expiresAt).toEqual(daysAfter(notBefore, 1));
      await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    }
    try {
      await moveClock(daysAfter(second.notBefore, 0.01));
      await completeMirror(daysAfter(second.notBefore, 0.01));
      expect(await claimSend()).toMatchObject({ requestId: second.requestId });
      // As old as an approval may be, counted from then.
      await moveClock(daysAfter(third.notBefore, 1.01));
      await completeMirror(daysAfter(third.notBefore, 1.01));
      expect(await claimSend()).toBeUndefined();
      expect(await readState(third.requestId)).toBe('AWAITING_APPROVAL');
    } finally {
      await moveClock();
    }
    expect(await readRequest(third.requestId)).toMatchObject({
      value: { returnReason: expect.stringContaining('more than 24 hours old') },
    });
  });

  it('is held where it would wait longer by now', async () => {
    await putPolicyInForce([over(sumOf('10'), wait), anyway()]);
    const { requestId } = await make('6');
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    await storeRecords([transferOf()]);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({
      state: 'HOLD',
      hold: { kind: 'limit', detail: expect.stringContaining('Rule 1 makes it wait because 12.5 ETH') },
    });
  });

  it('queues what waits: a later one waits for the earlier one', async () => {
    await putPolicyInForce([
      over(sumOf('10', [], { kind: 'calendar', unit: 'day', zone: 'Asia/Tokyo' }), wait),
      anyway(),
    ]);
    const days: number[] = [];
    for (let index = 0; index < 4; index += 1) {
      const { notBefore, createdAt } = await make('6');
      days.push(Math.ceil(((notBefore ?? createdAt).getTime() - createdAt.getTime()) / 86_400_000));
    }
    expect(days).toEqual([0, 1, 2, 3]);
    const { requestId, notBefore } = await make('6');
    expect(await readRequest(requestId)).toMatchObject({
      value: {
        rule: {
          leavesAt: notBefore?.toISOString(),
          limits: [
            {
              text: expect.stringMatching(
                /^6 of 10 ETH sent and waiting on \d+ \w+ \(Asia\/Tokyo\) for all profiles, this one included, when it leaves$/,
              ),
              isOver: false,
            },
          ],
        },
      },
    });
    const queue = await readQueue();
    const items = queue.ok ? [...queue.value.needsMe, ...queue.value.others] : [];
    expect(items.find(({ id }) => id === requestId)?.leavesAt).toBe(notBefore?.toISOString());
  });

  it('refuses what no waiting would help', async () => {
    await putPolicyInForce([over(sumOf('10'), wait), anyway()]);
    expect(await request('10.1')).toMatchObject(
      failure('refused-by-policy', { reason: expect.stringContaining('waiting up to 31 days would not help') }),
    );
    expect(await request('1', { asset: 'SOL', network: 'SOLANA', destinationAddress: SOLANA })).toMatchObject({
      ok: false,
    });
  });

  it('is not sent earlier by somebody who removes the time from the row', async () => {
    await putPolicyInForce([over(sumOf('10'), wait), anyway()]);
    await make('6');
    const { requestId } = await make('6');
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    await withoutTriggers(async (transaction) => {
      await transaction
        .update(requestVersions)
        .set({ notBefore: null })
        .where(eq(requestVersions.requestId, requestId));
      await transaction.update(sends).set({ nextAt: new Date() }).where(eq(sends.requestId, requestId));
    });
    expect(await claimSend()).toBeUndefined();
    const [held] = await database().select().from(sends).where(eq(sends.requestId, requestId));
    expect(held?.state).toBe('HOLD');
  });
});

describe('a wait for the next calendar month', () => {
  it('can last a month in which the clocks are set back', async () => {
    await putPolicyInForce([anyway()]);
    const month = { kind: 'calendar', unit: 'month', zone: 'Europe/Berlin' } as const;
    const { requestId } = await make('10');
    const at = new Date('2026-09-30T22:30:00Z');
    await withoutTriggers((transaction) =>
      transaction.update(requestVersions).set({ createdAt: at }).where(eq(requestVersions.requestId, requestId)),
    );
    const body = {
      ...toWithdrawalBody({ formKey: randomUUID(), form: filledForm({ profileId: desk.profile, value: '1' }) }, 'send'),
    };
    const subject = { body, requesterId: desk.requester.id };
    expect(await findFreeTime(database(), sumOf('10', ['requester', 'profile'], month), subject, { at })).toEqual(
      new Date('2026-10-31T23:00:00Z'),
    );
  });
});

const SOLANA = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
