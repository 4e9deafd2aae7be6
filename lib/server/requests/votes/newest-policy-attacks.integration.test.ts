// A policy that was tightened reaches what already waits: at each decision and at the claim.
import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { caller } from '@/scripts/testing/people/caller';
import {
  anyway,
  desk,
  make,
  over,
  readVersion,
  setUpLimitedDesk,
  sumOf,
  transferOf,
} from '@/scripts/testing/data/limited-requests';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import type { PolicyRule } from '@/lib/policy/rules';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decisions } from '@/lib/server/database/schema/decisions';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import type { Person } from '@/lib/server/auth/sessions';
import { decideAs } from '@/lib/server/requests/votes/decide';
import { countWaiting } from '@/lib/server/requests/lists/count-waiting';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import { claimSend } from '@/lib/server/sends/claim/claim';

setUpLimitedDesk();

const REFUSE: PolicyRule[] = [{ name: 'Nothing', when: {}, then: { kind: 'refuse', reason: 'Closed for the audit' } }];
const ADMINS: PolicyRule[] = [{ name: 'Admins', when: {}, then: { kind: 'approve', count: 1, role: 'admin' } }];
const GROUP: PolicyRule[] = [
  { name: 'Group', when: {}, then: { kind: 'approve', count: 1, groups: [{ group: 'Treasury leads', count: 1 }] } },
];

async function readState(requestId: string) {
  const [row] = await database().select().from(withdrawalRequests).where(eq(withdrawalRequests.id, requestId));
  return row?.state;
}
async function readSend(requestId: string) {
  const [send] = await database().select().from(sends).where(eq(sends.requestId, requestId));
  return send;
}
const countVotes = (requestId: string) => database().$count(decisions, eq(decisions.requestId, requestId));
const approver = (index: number) => () => desk.approvers[index] as Person;
const [one, two, three] = [approver(0), approver(1), approver(2)];

async function decide(requestId: string, person: Person, verdict = 'APPROVED') {
  const { version, bodySha256 } = await readVersion(requestId);
  return decideAs(person, { requestId, version, bodySha256, verdict, comment: 'as the policy says' });
}

async function resolve(requestId: string, kind: 'send-again' | 'close') {
  caller.sessionId = (await signInAs('admin-one', ['admin'])).sessionId;
  const proposed = await propose({
    kind: 'resolve-send',
    subject: requestId,
    payload: { kind },
    comment: 'The policy',
  });
  if (!proposed.ok) return proposed;
  caller.sessionId = (await signInAs('admin-two', ['admin'])).sessionId;
  return confirmProposal({ proposalId: proposed.value.proposalId, comment: '' });
}

describe('a decision under a newer policy', () => {
  it('takes no vote where it refuses, says why, and still takes a rejection', async () => {
    await putPolicyInForce([anyway(2)]);
    const { requestId } = await make('1');
    await approveRequest(requestId, one());
    await putPolicyInForce(REFUSE);
    expect(await decide(requestId, two())).toMatchObject(
      failure('not-now', { reason: expect.stringMatching(/Closed for the audit.*No approval was taken/s) }),
    );
    expect(await countVotes(requestId)).toBe(1);
    expect(await readState(requestId)).toBe('AWAITING_APPROVAL');
    expect(await readSend(requestId)).toBeUndefined();
    caller.sessionId = (await signInAs('two', ['approver'])).sessionId;
    expect(await readRequest(requestId)).toMatchObject({
      ok: true,
      value: {
        denialReason: { approve: expect.stringContaining('Closed for the audit'), reject: null },
        rule: { newest: { sentence: expect.stringContaining('Closed for the audit') } },
      },
    });
    const waitsFor = async () => {
      const { needsMe, others, counts } = surely(await readQueue());
      return {
        needsMe: needsMe.some(({ id }) => id === requestId),
        reason: others.find(({ id }) => id === requestId)?.denialReason,
        count: counts.needsMe,
        badge: await countWaiting(person),
      };
    };
    const person = (await signInAs('two', ['approver'])).person;
    const refused = await waitsFor();
    expect(refused).toMatchObject({ needsMe: false, reason: expect.stringContaining('Closed for the audit') });
    await putPolicyInForce([anyway(2)]);
    const allowed = await waitsFor();
    expect(allowed).toMatchObject({ needsMe: true, count: refused.count + 1, badge: (refused.badge ?? 0) + 1 });
    await putPolicyInForce(REFUSE);
    expect(await waitsFor()).toMatchObject({ needsMe: false, count: refused.count, badge: refused.badge });
    expect(await decide(requestId, two(), 'REJECTED')).toMatchObject({ ok: true });
  });

  it('asks for as many approvals as the stricter of both, in which votes under the older one count', async () => {
    await putPolicyInForce([anyway(2)]);
    const { requestId } = await make('1');
    await approveRequest(requestId, one());
    await putPolicyInForce([anyway(3)]);
    caller.sessionId = (await signInAs('two', ['approver'])).sessionId;
    expect(await readRequest(requestId)).toMatchObject({ ok: true, value: { approvals: { given: 1, required: 3 } } });
    const queue = await readQueue();
    expect(queue.ok && queue.value.needsMe.find(({ id }) => id === requestId)?.approvals.required).toBe(3);
    await approveRequest(requestId, two());
    expect(await readState(requestId)).toBe('AWAITING_APPROVAL');
    await approveRequest(requestId, three());
    expect(await readState(requestId)).toBe('APPROVED');
    expect(await claimSend()).toMatchObject({ requestId });
  });

  it('asks for no fewer approvals where it is looser: that helps new requests only', async () => {
    await putPolicyInForce([anyway(2)]);
    const { requestId } = await make('1');
    await putPolicyInForce([anyway(1)]);
    await approveRequest(requestId, one());
    expect(await readState(requestId)).toBe('AWAITING_APPROVAL');
    await approveRequest(requestId, two());
    expect(await claimSend()).toMatchObject({ requestId });
    expect((await make('1')).requiredApprovals).toBe(1);
  });

  it.each([
    ['another role', ADMINS, 'the role admin'],
    ['a group', GROUP, 'Treasury leads'],
  ])('returns to its requester what %s would have to approve', async (_what, rules, named) => {
    await putPolicyInForce([anyway(2)]);
    const { requestId } = await make('1');
    await putPolicyInForce(rules);
    expect(await decide(requestId, one())).toMatchObject(
      failure('not-now', { reason: expect.stringContaining(named) }),
    );
    expect(await countVotes(requestId)).toBe(0);
    expect(await readState(requestId)).toBe('EXPIRED');
    const [entry] = await database()
      .select({ reason: auditLog.entry })
      .from(auditLog)
      .where(eq(auditLog.action, 'request.expired'))
      .orderBy(desc(auditLog.seq))
      .limit(1);
    expect(entry?.reason).toContain(named);
  });

  it('counts limits over time of the newer policy, that the older one did not know', async () => {
    await putPolicyInForce([anyway(1)]);
    const { requestId } = await make('6');
    await storeRecords([transferOf()]);
    await putPolicyInForce([over(sumOf('10')), anyway(1)]);
    await approveRequest(requestId, one());
    expect(await readState(requestId)).toBe('AWAITING_APPROVAL');
    await approveRequest(requestId, two());
    expect(await claimSend()).toMatchObject({ requestId });
  });
});

/** Makes a request that as many have approved as its policy asks for. */
async function approved(count = 1) {
  await putPolicyInForce([anyway(count)]);
  const made = await make('1');
  await approveRequest(made.requestId, ...desk.approvers.slice(0, count));
  expect(await readState(made.requestId)).toBe('APPROVED');
  return made;
}

describe('a claim under a newer policy', () => {
  it('holds what it refuses, until a policy in force allows it and two people send it', async () => {
    const { requestId } = await approved();
    await putPolicyInForce(REFUSE);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({
      state: 'HOLD',
      fence: 0,
      hold: { kind: 'policy', isAmbiguous: false, detail: expect.stringContaining('Closed for the audit') },
    });
    expect(await resolve(requestId, 'send-again')).toMatchObject({ ok: false });
    expect(await readSend(requestId)).toMatchObject({ state: 'HOLD' });
    await putPolicyInForce([anyway(1)]);
    expect(await resolve(requestId, 'send-again')).toMatchObject({ ok: true });
    expect(await claimSend()).toMatchObject({ requestId });
  });

  it('holds it again where a policy that refuses came between the proposal and the claim', async () => {
    const { requestId } = await approved();
    await putPolicyInForce(REFUSE);
    expect(await claimSend()).toBeUndefined();
    await putPolicyInForce([anyway(1)]);
    expect(await resolve(requestId, 'send-again')).toMatchObject({ ok: true });
    await putPolicyInForce(REFUSE);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({ state: 'HOLD', hold: { kind: 'policy' } });
    expect(await resolve(requestId, 'close')).toMatchObject({ ok: true });
    expect(await readSend(requestId)).toMatchObject({ state: 'REFUSED' });
  });

  it('returns to the approvers what too few have approved', async () => {
    const { requestId } = await approved();
    await putPolicyInForce([anyway(2)]);
    expect(await claimSend()).toBeUndefined();
    expect(await readState(requestId)).toBe('AWAITING_APPROVAL');
    await approveRequest(requestId, two());
    expect(await claimSend()).toMatchObject({ requestId });
  });

  it('returns to the requester what another role would have to approve', async () => {
    const { requestId } = await approved();
    await putPolicyInForce(ADMINS);
    expect(await claimSend()).toBeUndefined();
    expect(await readState(requestId)).toBe('EXPIRED');
    expect(await readSend(requestId)).toBeUndefined();
  });

  it('holds everything where the newest policy cannot be read', async () => {
    const { requestId } = await approved();
    await putPolicyInForce([{ name: 'x', when: { unheardOf: true }, then: { kind: 'approve', count: 1 } } as never]);
    expect(await claimSend()).toBeUndefined();
    expect(await readSend(requestId)).toMatchObject({ state: 'HOLD', hold: { kind: 'policy' } });
    await putPolicyInForce([anyway(1)]);
  });
});
