import { desc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeDecision } from '@/lib/requests/describe-decision';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sendAttempts, sends, stopSwitch } from '@/lib/server/database/schema/sends';
import { readRequest } from '@/lib/server/requests/lists/read';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { sendApproved } from '@/lib/server/sends/send-approved';
import { sendNext } from '@/lib/server/sends/worker';
import { stopLoops } from '@/lib/server/workers/loop';
import { caller } from '@/scripts/testing/people/caller';
import { anyway, desk, make, over, setUpLimitedDesk, sumOf, transferOf } from '@/scripts/testing/data/limited-requests';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { clearSends } from '@/scripts/testing/database/without-triggers';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { readSingletons } from '@/scripts/testing/singletons';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';

const running = setUpLimitedDesk();
const NOTHING_LEFT = { posts: 0, attempts: 0 };

beforeEach(async () => {
  changeSettings({ CONSOLE_WORKERS: 'on' });
  await clearSends();
  await database().update(stopSwitch).set({ isStopped: false });
  await putPolicyInForce([anyway()]);
  ({ sessionId: caller.sessionId } = await signInAs('one', ['approver']));
});
afterEach(async () => {
  // What an approval began ends before the next test, whose process does not stop.
  await stopLoops();
  readSingletons().delete('workers.loops');
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
});

/** Requests a withdrawal from a profile that the service knows. */
const ask = (value = '1') => make(value, { profileId: 'p-ops' });

type Version = typeof requestVersions.$inferSelect;

/** Approves as one person, with what follows the last approval; as in the action where it is not given. */
async function vote(
  { requestId, version, bodySha256 }: Version,
  { afterLast = sendApproved, as = 0 }: { afterLast?: typeof sendApproved; as?: number } = {},
) {
  const person = desk.approvers[as];
  if (!person) throw new Error('an approver must be there');
  return decideAs(person, { requestId, version, bodySha256, verdict: 'APPROVED', comment: '' }, afterLast);
}

/** Approves, and gives what the page says next. */
async function approve(version: Version, maxWaitMs = 1_000) {
  return approveAnd(version, (id) => sendApproved(id, { maxWaitMs }));
}

async function approveAnd(version: Version, afterLast: typeof sendApproved) {
  const decided = await vote(version, { afterLast });
  const { requestId } = version;
  const read = await readRequest(requestId);
  if (!decided.ok || !read.ok) throw new Error(JSON.stringify([decided, read]));
  return describeDecision(read.value, 'APPROVED').split('. ').slice(1).join('. ');
}

const stateOf = async ({ requestId }: Version) =>
  (await database().select({ state: sends.state }).from(sends).where(eq(sends.requestId, requestId)))[0]?.state;

async function countPosts({ requestId }: Version) {
  const { refId } = withdrawalRequests;
  const [request] = await database()
    .select({ refId })
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.id, requestId));
  return {
    posts: await running.sandbox.api.countByRefId(request?.refId ?? ''),
    attempts: await database().$count(sendAttempts, eq(sendAttempts.requestId, requestId)),
  };
}

const delayCreates = (ms: number) => running.sandbox.api.addFault({ on: 'create', kind: 'latency', ms });

describe('the last approval', () => {
  it('sends its own withdrawal, and the page says that the service accepted it', async () => {
    const earlier = await ask();
    await approve(earlier, 0);
    const own = await ask('2');
    expect(await approve(own)).toBe('Accepted by the service.');
    expect(await countPosts(own)).toEqual({ posts: 1, attempts: 1 });
  });

  it('answers at once in a queue, and sends its own withdrawal all the same', async () => {
    const own = await ask();
    await delayCreates(200);
    expect(await approveAnd(own, (id) => sendApproved(id, { answersAtOnce: true }))).toBe('Being sent.');
    await vi.waitFor(async () => expect(await stateOf(own)).toBe('ACCEPTED'));
    expect(await countPosts(own)).toEqual({ posts: 1, attempts: 1 });
  });

  it('sends nothing before it is the last, and nothing again where it is repeated', async () => {
    await putPolicyInForce([anyway(2)]);
    const own = await ask();
    const sent = vi.fn<typeof sendApproved>(async () => undefined);
    for (const as of [0, 1, 1]) await vote(own, { afterLast: sent, as });
    expect(sent.mock.calls).toEqual([[own.requestId, { answersAtOnce: false }]]);
  });

  it('sends once, however many workers claim at the same time, and waits for theirs as for its own', async () => {
    const own = await ask();
    await delayCreates(100);
    const [said] = await Promise.all([
      approve(own),
      ...Array.from({ length: 4 }, async () => {
        await vi.waitFor(async () => expect(await stateOf(own)).toBeDefined());
        return sendNext();
      }),
    ]);
    expect(said).toBe('Accepted by the service.');
    expect(await countPosts(own)).toEqual({ posts: 1, attempts: 1 });
  });

  it('waits for a worker that was first', async () => {
    const own = await ask();
    await delayCreates(100);
    const said = await approveAnd(own, async (id) => {
      const sending = sendNext();
      await vi.waitFor(async () => expect(await stateOf(own)).toBe('SENDING'));
      await Promise.all([sending, sendApproved(id)]);
    });
    expect(said).toBe('Accepted by the service.');
    expect(await countPosts(own)).toEqual({ posts: 1, attempts: 1 });
  });

  it('answers before a slow service, whose later answer is recorded by the same post, and stops only after it', async () => {
    await delayCreates(400);
    const own = await ask();
    expect(await approve(own, 50)).toBe('Being sent.');
    expect(await stateOf(own)).toBe('SENDING');
    await stopLoops();
    expect(await stateOf(own)).toBe('ACCEPTED');
    expect(await countPosts(own)).toEqual({ posts: 1, attempts: 1 });
  });

  it('says that the service declined', async () => {
    await running.sandbox.api.addFault({ on: 'create', kind: 'error', status: 403, type: 'insufficient-funds' });
    const own = await ask();
    expect(await approve(own)).toBe('The service declined it. Nothing was sent.');
  });

  it('says that an outcome is unknown, and leaves it to the workers', async () => {
    await running.sandbox.api.addFault({ on: 'create', kind: 'reset-after' });
    const own = await ask();
    expect(await approve(own)).toBe('Status: Outcome unknown.');
    expect(await countPosts(own)).toEqual({ posts: 1, attempts: 1 });
  });
});

describe('nothing leaves by an approval', () => {
  it('while sending is stopped', async () => {
    await database().update(stopSwitch).set({ isStopped: true });
    const own = await ask();
    expect(await approve(own)).toBe('Sending is stopped, so nothing is sent until it resumes.');
    expect(await countPosts(own)).toEqual(NOTHING_LEFT);
  });

  it('in a process without workers', async () => {
    changeSettings({ CONSOLE_WORKERS: 'off' });
    const own = await ask();
    expect(await approve(own)).toBe('Being sent.');
    expect(await countPosts(own)).toEqual(NOTHING_LEFT);
    expect(await sendNext()).toBe(1);
  });

  it('before the time of a limit', async () => {
    await putPolicyInForce([over(sumOf('1'), { kind: 'wait' }), anyway()]);
    await storeRecords([transferOf({ amount: '0.5', fee: '0', total: '0.5' })]);
    const own = await make('0.9');
    expect(await approve(own)).toBe('A limit over time lets it leave later.');
    expect(await countPosts(own)).toEqual(NOTHING_LEFT);
  });

  it('where a budget is spent by now', async () => {
    await putPolicyInForce([over(sumOf('10'), { kind: 'refuse', reason: 'Too much' }), anyway()]);
    const own = await make('6');
    const said = await approveAnd(own, async (id) => {
      await storeRecords([transferOf()]);
      await sendApproved(id);
    });
    expect(said).toBe('Status: On hold.');
    expect(await stateOf(own)).toBe('HOLD');
    expect(await countPosts(own)).toEqual(NOTHING_LEFT);
  });

  it('where as many others are being sent, or the process stops', async () => {
    await delayCreates(1_500);
    const slow = await Promise.all(Array.from({ length: 4 }, () => ask()));
    const said = await Promise.all(slow.map((version) => approve(version, 0)));
    expect(new Set(said)).toEqual(new Set(['Being sent.']));
    const fifth = await ask();
    expect(await approve(fifth)).toBe('Being sent.');
    expect(await countPosts(fifth)).toEqual(NOTHING_LEFT);
    await stopLoops();
    await approve(await ask());
    const [newest] = await database().select().from(requestVersions).orderBy(desc(requestVersions.position)).limit(1);
    expect(newest && (await countPosts(newest))).toEqual(NOTHING_LEFT);
  });
});
