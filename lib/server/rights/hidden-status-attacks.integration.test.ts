import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/identity/roles';
import { findPerson } from '@/lib/server/auth/sessions';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { mirrorQuarantine } from '@/lib/server/database/schema/mirror';
import { proposals } from '@/lib/server/database/schema/proposals';
import { sends } from '@/lib/server/database/schema/sends';
import { transferAlarms } from '@/lib/server/database/schema/transfer-watch';
import { readSyncOverview } from '@/lib/server/mirror/sync/sync-overview';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { declineProposal, withdrawProposal } from '@/lib/server/proposals/decide';
import { createRequest } from '@/lib/server/requests/creation/create';
import { readWaitingToLeave } from '@/lib/server/requests/lists/waiting-to-leave';
import { readSendsOverview } from '@/lib/server/sends/overview';
import { resolveSendChange } from '@/lib/server/sends/resolve';
import { filledForm } from '@/scripts/stack/filled-form';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { caller } from '@/scripts/testing/people/caller';
import { storeRecords, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { readExternalProfilesView } from '@/lib/server/transfer-watch/external-profiles';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { clearSends, withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { viewAs } from '@/scripts/testing/data/requests';

const running = setUpTestConsole({ CONSOLE_WORKERS: 'off' });
const [SUB, HQ] = ['p-sub', 'p-hq'];
const people: Record<string, SignedIn> = {};
const limited = ['clerk', 'lead', 'judge', 'helper'];

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }]);
  const roles: Record<string, Role[]> = {
    finance: ['finance'],
    approver: ['approver'],
    admin: ['admin'],
    'admin-two': ['admin'],
    clerk: ['finance'],
    lead: ['admin'],
    judge: ['approver'],
    helper: ['support'],
  };
  for (const [name, held] of Object.entries(roles)) people[name] = await signInAs(name, held);
  await putRightsInForce(limited.map((name) => ({ may: 'see', who: idOf(name), profiles: [SUB] })));
});
beforeEach(async () => {
  await clearSends();
  await withoutTriggers(async (transaction) => {
    await transaction.delete(transferAlarms);
    await transaction.delete(proposals);
  });
});

function as(name: string): void {
  caller.sessionId = people[name]?.sessionId;
}

const idOf = (name: string) => people[name]!.person.id;

async function make(profileId: string, change: Record<string, string> = {}): Promise<string> {
  as(profileId === SUB ? 'clerk' : 'finance');
  return surely(await createRequest({ formKey: randomUUID(), form: filledForm({ profileId, ...change }) })).requestId;
}

async function makeApproved(profileId: string): Promise<string> {
  const id = await make(profileId);
  await approveRequest(id, people.approver!.person);
  return id;
}

async function status(name: string) {
  as(name);
  return surely(await readSendsOverview());
}

/** Lets the mirror have a transfer of a profile, with an alarm; of a request where it is given. */
async function raise(profileId: string, request?: { id: string; refId: string }): Promise<string> {
  const transferId = `t-${profileId}-${randomUUID()}`;
  await storeRecords([
    withdrawalRecord({
      id: transferId,
      status: 'PENDING',
      profile_id: profileId,
      amount: '7.5',
      created_at: new Date().toISOString(),
      ref_id: request?.refId ?? '',
    }),
  ]);
  await database()
    .insert(transferAlarms)
    .values({
      transferId,
      kind: request ? 'reference' : 'foreign',
      requestId: request?.id ?? null,
      detail: {
        profileId,
        asset: 'ETH',
        network: 'ETHEREUM',
        amount: '7.5',
        address: '0xhidden',
        createdAt: '',
        refId: request?.refId ?? '',
        requestState: 'AWAITING_APPROVAL',
      },
    });
  return transferId;
}

const proposeKnown = (transferId: string) =>
  propose({
    kind: 'known-transfers',
    subject: 'known-transfers',
    payload: { transferIds: [transferId] },
    comment: 'the other desk made it',
  });

async function externalFor(name: string) {
  as(name);
  return surely(await readExternalProfilesView());
}

const proposeOthers = (profiles: string[]) =>
  propose({
    kind: 'external-profiles',
    subject: 'external-profiles',
    payload: { basedOn: 0, value: profiles },
    comment: 'agreed',
  });

describe('the status, for a reader who sees one profile', () => {
  it('counts the sends of that profile alone', async () => {
    for (const profile of [HQ, HQ, HQ, SUB]) await makeApproved(profile);
    expect((await status('lead')).counts).toEqual({ QUEUED: 1 });
    expect((await status('helper')).counts).toEqual({ QUEUED: 1 });
    expect((await status('admin')).counts).toEqual({ QUEUED: 4 });
  });

  it('says to who can resume sending how much leaves and what is alarming beside it', async () => {
    for (const profile of [HQ, HQ, HQ, SUB]) await makeApproved(profile);
    const seen = await raise(SUB);
    await raise(HQ);
    const waiting = async (name: string) => {
      as(name);
      const { leaving, hidden } = surely(await readWaitingToLeave());
      const { transferAlarms: alarms, hiddenAlarms } = await status(name);
      return [leaving.length, hidden, alarms.length, hiddenAlarms];
    };
    expect(await waiting('lead')).toEqual([1, 3, 1, 1]);
    expect(await waiting('clerk')).toEqual([1, 0, 1, 0]);
    expect(await waiting('admin')).toEqual([4, 0, 2, 0]);
    expect((await status('lead')).transferAlarms).toMatchObject([{ transferId: seen }]);
  });

  it('leaves out which transfers of others are marked as known, and answers about them as if they were missing', async () => {
    const [ofSub, ofHq] = [await raise(SUB), await raise(HQ)];
    as('lead');
    const refused = await proposeKnown(ofHq);
    expect(refused).toMatchObject({ error: { kind: 'not-possible' } });
    expect(refused).toEqual(await proposeKnown('t-missing'));
    as('admin');
    const { proposalId } = surely(await proposeKnown(ofHq));
    expect((await status('admin-two')).knownProposals).toHaveLength(1);
    for (const name of limited) expect((await status(name)).knownProposals).toEqual([]);
    as('lead');
    expect(await confirmProposal({ proposalId, comment: '' })).toEqual(
      await confirmProposal({ proposalId: randomUUID(), comment: '' }),
    );
    as('admin');
    surely(await withdrawProposal({ proposalId, comment: '' }));
    as('lead');
    surely(await proposeKnown(ofSub));
    expect((await status('lead')).knownProposals).toMatchObject([{ payload: { transferIds: [ofSub] } }]);
    expect((await status('admin')).knownProposals).toHaveLength(2);
  });

  it('leaves out the profiles from which others may send, and keeps them from being changed blindly', async () => {
    as('lead');
    expect(await proposeOthers(['p-other'])).toMatchObject({
      error: { kind: 'not-possible', reason: expect.stringContaining('who see all profiles') as unknown },
    });
    as('admin');
    const { proposalId } = surely(await proposeOthers(['p-other']));
    expect(await externalFor('admin')).toMatchObject({ version: 0, proposals: [{ id: proposalId }] });
    expect(await externalFor('lead')).toBeNull();
    as('lead');
    expect(await declineProposal({ proposalId, comment: 'no' })).toEqual(
      await declineProposal({ proposalId: randomUUID(), comment: 'no' }),
    );
  });

  it('counts the rejected records and shows none', async () => {
    await database()
      .insert(mirrorQuarantine)
      .values({ fingerprint: randomUUID(), item: `{"profile_id":"${HQ}"}`, reason: 'Not a transfer.' });
    as('lead');
    expect(surely(await readSyncOverview()).quarantine).toEqual({ items: null, total: 1 });
    as('admin');
    expect(surely(await readSyncOverview()).quarantine).toMatchObject({ items: [{ times: 1 }], total: 1 });
  });
});

describe('a request', () => {
  it('shows that a transfer of another profile has its reference, and nothing else of it', async () => {
    const id = await make(SUB);
    const { refId } = await viewAs(people['clerk']!, id);
    const transferId = await raise(HQ, { id, refId });
    const { alarm } = await viewAs(people['clerk']!, id);
    expect(alarm).toContain(`has a transfer of another profile with the reference ${refId}`);
    expect(alarm).not.toMatch(new RegExp(`${transferId}|${HQ}|7\\.5|0xhidden`));
    expect((await viewAs(people['admin']!, id)).alarm).toContain(transferId);
  });

  it('counts the possible duplicates that its reader does not see', async () => {
    const value = '7.7707';
    const [ofHq, ofSub] = [await make(HQ, { value }), await make(SUB, { value })];
    expect(await viewAs(people['clerk']!, ofSub)).toMatchObject({ similar: [], hiddenSimilar: 1 });
    expect(await viewAs(people['admin']!, ofSub)).toMatchObject({ similar: [{ id: ofHq }], hiddenSimilar: 0 });
  });
});

const own = (requestId: string, transferId: string) =>
  withoutTriggers((transaction) =>
    transaction.update(sends).set({ state: 'ACCEPTED', transferId }).where(eq(sends.requestId, requestId)),
  );

async function makeUnknown(profileId: string): Promise<string> {
  const id = await makeApproved(profileId);
  await withoutTriggers((transaction) =>
    transaction.update(sends).set({ state: 'UNKNOWN', fence: 1, isAmbiguous: true }).where(eq(sends.requestId, id)),
  );
  return id;
}

async function adopt(name: string, subject: string, transferId: string) {
  const person = await findPerson(people[name]!.sessionId, { isSeen: false, origin: null });
  if (!person) throw new Error('the session must be there');
  return resolveSendChange.prepare({ subject, payload: { kind: 'adopt', transferId, differences: [] }, person });
}

describe('resolving a send', () => {
  it('answers about a transfer of another profile as about a missing one', async () => {
    const id = await makeUnknown(SUB);
    running.sandbox.clock.nowMs = Date.now();
    // Of the sandbox's own profile, which is another.
    const { body } = await running.sandbox.api.create({ ref_id: `other-${randomUUID()}` });
    const refused = await adopt('judge', id, body.id);
    expect(refused).toMatchObject({ ok: false });
    expect(refused).toEqual(await adopt('judge', id, randomUUID()));
    expect(await adopt('approver', id, body.id)).toMatchObject({
      ok: true,
      value: { differences: expect.arrayContaining(['profile_id']) as unknown },
    });
  });

  it('names the withdrawal that a transfer belongs to only within the profile', async () => {
    const [id, sameId, hqId] = [await makeUnknown(SUB), await makeApproved(SUB), await makeApproved(HQ)];
    await own(sameId, 't-same');
    await own(hqId, 't-hq');
    const apply = (transferId: string) =>
      inTransaction((transaction) =>
        resolveSendChange.apply(transaction, {
          subject: id,
          payload: { kind: 'adopt', transferId, differences: [], fence: 1, state: 'UNKNOWN' },
          proposalId: randomUUID(),
          confirmer: people.approver!.person,
        }),
      );
    const { refId } = await viewAs(people['clerk']!, sameId);
    expect(await apply('t-same')).toMatchObject({ error: expect.stringContaining(`belongs to withdrawal ${refId}`) });
    expect(await apply('t-hq')).toEqual({
      ok: false,
      error: 'Transfer t-hq already belongs to a withdrawal of another profile. Nothing was changed.',
    });
  });
});

describe('a decision on a hidden proposal', () => {
  it('is answered as one on a missing proposal, whether the person could decide or not', async () => {
    const { rows } = await pool().query<{ id: string }>(
      `insert into proposals (kind, subject, payload, comment, proposed_by)
       values ('recipient', gen_random_uuid()::text, $1, 'new supplier', $2) returning id`,
      [JSON.stringify({ changes: [{ kind: 'add', after: { profiles: [HQ] } }] }), idOf('finance')],
    );
    const [{ id: proposalId }] = rows as [{ id: string }];
    const comment = 'no';
    for (const name of limited) {
      as(name);
      for (const step of [confirmProposal, declineProposal, withdrawProposal]) {
        const answer = await step({ proposalId, comment });
        expect([name, answer]).toEqual([name, await step({ proposalId: randomUUID(), comment })]);
        expect(answer).toMatchObject({ error: { kind: 'not-found' } });
      }
    }
    as('helper');
    await putRightsInForce([]);
    expect(await declineProposal({ proposalId, comment })).toMatchObject({ error: { kind: 'forbidden' } });
    await putRightsInForce(limited.map((name) => ({ may: 'see', who: idOf(name), profiles: [SUB] })));
  });
});
