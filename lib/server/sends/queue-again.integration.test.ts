// A withdrawal that the service declined for want of travel-rule data, at a service without replay protection: whatever
// is posted twice is paid twice.
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { addCast, addWithdrawal, type Cast } from '@/scripts/testing/data/withdrawals';
import { clearSends, withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { caller } from '@/scripts/testing/people/caller';
import { walkMirror } from '@/scripts/testing/mirror/mirror';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decisions } from '@/lib/server/database/schema/decisions';
import { requestFollowUps } from '@/lib/server/database/schema/requests';
import { restoreEpochs, sendAttempts, sends } from '@/lib/server/database/schema/sends';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { readRequest } from '@/lib/server/requests/lists/read';
import { reconcileSends } from '@/lib/server/sends/reconcile';
import { sendNext } from '@/lib/server/sends/worker';
import { DEFAULT_REGISTRY } from '@/lib/networks/assets';
import { putSettingInForce } from '@/scripts/testing/data/settings';
import { surely } from '@/scripts/testing/results';
import { startForTest } from '@/sandbox/testing/start-for-test';

setUpTestConsole();
let bare: Awaited<ReturnType<typeof startForTest>>;
let cast: Cast;
let [one, two]: Awaited<ReturnType<typeof signInAs>>[] = [];
beforeAll(async () => {
  bare = await startForTest({ settleMs: 8000, refId: 'none' }, Date.now());
  cast = await addCast(pool());
  one = await signInAs('a1', ['approver']);
  two = await signInAs('a2', ['approver']);
});
beforeEach(async () => {
  changeSettings({ TRANSFER_SERVICE_URL: bare.url, TRANSFER_SERVICE_AUTH_URL: bare.url });
  await clearSends();
  await walkMirror();
  caller.sessionId = one?.sessionId;
});
afterEach(() => fetch(`${bare.url}/_sandbox/faults`, { method: 'DELETE' }));
afterAll(() => bare.remove());

const MISSING = 'travel-rule-information-required';
let made = 0;

/** Sends a withdrawal once, which the service declines. */
async function sendDeclined(type = MISSING) {
  const asked = await addWithdrawal(pool(), cast, (made += 1), { isApproved: true });
  await bare.api.addFault({ on: 'create', kind: 'error', status: 403, type, times: 1 });
  expect(await sendNext()).toBe(1);
  expect(await row(asked.id)).toMatchObject({ state: 'REFUSED', posts: 1, isAmbiguous: false });
  return asked;
}

async function row(id: string) {
  const [found] = await database().select().from(sends).where(eq(sends.requestId, id));
  if (!found) throw new Error('the send must be there');
  return found;
}

type Kind = 'send-again' | 'close';
const suggest = (id: string, kind: Kind = 'send-again') => {
  caller.sessionId = one?.sessionId;
  return propose({ kind: 'resolve-send', subject: id, payload: { kind }, comment: 'the data are saved' });
};
const confirm = (proposalId: string) => {
  caller.sessionId = two?.sessionId;
  return confirmProposal({ proposalId, comment: '' });
};
async function decide(id: string, kind: Kind = 'send-again') {
  const proposed = await suggest(id, kind);
  return proposed.ok ? confirm(proposed.value.proposalId) : proposed;
}

async function view(id: string) {
  caller.sessionId = two?.sessionId;
  return surely(await readRequest(id));
}

const follow = async (followsId: string) => {
  const { id: requestId } = await addWithdrawal(pool(), cast, (made += 1), { isApproved: false });
  return database().insert(requestFollowUps).values({ requestId, followsId });
};

const requeue = (id: string) => database().update(sends).set({ state: 'QUEUED' }).where(eq(sends.requestId, id));

const NO_STEP = 'does not go from REFUSED to QUEUED';

it('is queued again by two people with the same bytes, and paid once', async () => {
  const { id, refId } = await sendDeclined();
  expect(await view(id)).toMatchObject({ resolutions: ['send-again'], denialReason: { resend: null } });
  expect(await decide(id)).toMatchObject({ ok: true });
  expect(await row(id)).toMatchObject({ state: 'QUEUED', isAmbiguous: false, posts: 1 });
  const [logged] = await database().select().from(auditLog).where(eq(auditLog.action, 'send.resolved'));
  expect(JSON.parse(logged?.entry ?? '')).toMatchObject({
    before: { state: 'REFUSED' },
    after: { state: 'QUEUED', kind: 'send-again' },
  });
  expect(await sendNext()).toBe(1);
  expect(await row(id)).toMatchObject({ state: 'ACCEPTED', posts: 2 });
  expect(await bare.api.countByRefId(refId)).toBe(1);
  expect(await view(id)).toMatchObject({ resolutions: [], attempts: [{ reason: 'refused' }, { reason: 'accepted' }] });
});

it('is queued again as often as data are missing, and never after it was closed', async () => {
  const { id } = await sendDeclined();
  await decide(id);
  await bare.api.addFault({ on: 'create', kind: 'error', status: 403, type: MISSING, times: 1 });
  await sendNext();
  expect(await row(id)).toMatchObject({ state: 'REFUSED', posts: 2 });
  await decide(id);
  expect(await row(id)).toMatchObject({ state: 'QUEUED' });
  expect(await decide(id, 'close')).toMatchObject({ ok: true });
  expect(await view(id)).toMatchObject({ resolutions: [] });
  expect(await decide(id)).toMatchObject({ ok: false });
  await expect(requeue(id)).rejects.toThrow(NO_STEP);
});

it('stays declined where the service gave another reason', async () => {
  const { id } = await sendDeclined('rejected');
  expect(await view(id)).toMatchObject({ resolutions: [] });
  expect(await decide(id)).toMatchObject({ error: { reason: expect.stringContaining('no longer needs a decision') } });
  await expect(requeue(id)).rejects.toThrow(NO_STEP);
});

it('is never queued again after an attempt of unknown outcome', async () => {
  const { id } = await addWithdrawal(pool(), cast, (made += 1), { isApproved: true });
  await bare.api.addFault({ on: 'create', kind: 'reset-before', times: 1 });
  await sendNext();
  for (let walks = 0; walks < 2; walks += 1) {
    await database()
      .update(sends)
      .set({ reconcileAt: sql`now()` });
    await reconcileSends();
  }
  await bare.api.addFault({ on: 'create', kind: 'error', status: 403, type: MISSING, times: 1 });
  await sendNext();
  expect(await row(id)).toMatchObject({ state: 'UNKNOWN', isAmbiguous: true });
  await decide(id, 'close');
  expect(await row(id)).toMatchObject({ state: 'REFUSED' });
  expect(await decide(id)).toMatchObject({ ok: false });
  await expect(requeue(id)).rejects.toThrow(NO_STEP);
  // As the owner of the tables can write it.
  await withoutTriggers((transaction) =>
    transaction.update(sends).set({ closedAt: null }).where(eq(sends.requestId, id)),
  );
  expect(await decide(id)).toMatchObject({ ok: false });
  await expect(requeue(id)).rejects.toThrow(NO_STEP);
});

it.each(['in the mirror', 'at the service alone'])(
  'is refused where a transfer has its reference %s',
  async (place) => {
    const { id, refId } = await sendDeclined();
    const { body } = await bare.api.create({ ref_id: refId });
    if (place === 'in the mirror') await walkMirror();
    expect(await decide(id)).toMatchObject({
      error: { reason: expect.stringMatching(new RegExp(`has transfer ${body.id}.*pay twice\\. Nothing was changed`)) },
    });
    expect(await row(id)).toMatchObject({ state: 'REFUSED' });
    expect(await view(id)).toMatchObject({ denialReason: { resend: expect.stringContaining(body.id) } });
  },
);

it('is requested again once its approvals no longer count, also where they lapse before the second person', async () => {
  const { id } = await sendDeclined();
  const proposed = await suggest(id);
  await withoutTriggers((transaction) =>
    transaction
      .update(decisions)
      .set({ decidedAt: sql`now() - interval '90 days'` })
      .where(eq(decisions.requestId, id)),
  );
  const reason = expect.stringMatching(/Request the withdrawal again, under a new reference\./);
  expect(proposed.ok && (await confirm(proposed.value.proposalId))).toMatchObject({ error: { reason } });
  expect(await view(id)).toMatchObject({ denialReason: { resend: reason } });
  expect(await row(id)).toMatchObject({ state: 'REFUSED' });
});

it('waits while its network is off, and need not be requested again for that', async () => {
  const { id } = await sendDeclined();
  const { assets, networks } = DEFAULT_REGISTRY;
  await putSettingInForce('registry', {
    assets: assets.filter((asset) => !asset.networks.includes('ETHEREUM')),
    networks: networks.filter((network) => network.id !== 'ETHEREUM'),
  });
  const { error } = (await decide(id)) as { error: { reason: string } };
  await putSettingInForce('registry', DEFAULT_REGISTRY);
  expect(error.reason).toMatch(/^No withdrawal leaves on Ethereum.* Try again later\. Nothing was changed\.$/);
  expect(await decide(id)).toMatchObject({ ok: true });
});

it('is refused while the address book lacks the data', async () => {
  const { id } = await sendDeclined();
  changeSettings({ TRAVEL_RULE_FROM_USD: '1' });
  const reason = expect.stringContaining('not in the address book for this profile');
  expect(await decide(id)).toMatchObject({ error: { reason } });
  expect(await view(id)).toMatchObject({ denialReason: { resend: reason } });
});

it('is never queued once it was requested again, whichever comes first', async () => {
  const followed = await sendDeclined();
  const proposed = await suggest(followed.id);
  await follow(followed.id);
  expect(proposed.ok && (await confirm(proposed.value.proposalId))).toMatchObject({
    error: { reason: expect.stringContaining('already requested again') },
  });
  await expect(requeue(followed.id)).rejects.toThrow(NO_STEP);

  const queued = await sendDeclined();
  await decide(queued.id);
  await expect(follow(queued.id)).rejects.toThrow('over and paid nobody');
});

it('is not requested again beside two people who are queuing it', async () => {
  const { id } = await sendDeclined();
  const { id: requestId } = await addWithdrawal(pool(), cast, (made += 1), { isApproved: false });
  const following = await inTransaction(async (transaction) => {
    await transaction.update(sends).set({ state: 'QUEUED' }).where(eq(sends.requestId, id));
    const waiting = database()
      .insert(requestFollowUps)
      .values({ requestId, followsId: id })
      .then(
        () => 'followed',
        () => 'refused',
      );
    await expect.poll(countWaiting).toBe(1);
    return { waiting };
  });
  expect(await following.waiting).toBe('refused');
  expect(await row(id)).toMatchObject({ state: 'QUEUED' });
});

async function countWaiting(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

it('is never queued after a restore', async () => {
  const { id } = await sendDeclined();
  await database().insert(restoreEpochs).values({ number: 1, auditSeq: 0, auditHash: '' });
  expect(await decide(id)).toMatchObject({ error: { reason: expect.stringContaining('restored from a backup') } });
  await expect(requeue(id)).rejects.toThrow(NO_STEP);
  expect(await database().select().from(sendAttempts).where(eq(sendAttempts.requestId, id))).toHaveLength(1);
});
