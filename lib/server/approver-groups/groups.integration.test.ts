import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApproverGroup } from '@/lib/approver-groups/approver-groups';
import type { GroupNeed } from '@/lib/approver-groups/needs';
import type { PolicyRule } from '@/lib/policy/rules';
import { listShortages } from '@/lib/policy/analysis/shortages';
import { currentGroups } from '@/lib/server/group-list/current';
import { readApproverGroups } from '@/lib/server/approver-groups/read';
import { readApprovalSetup } from '@/lib/server/approver-groups/setup';
import { pool } from '@/lib/server/database/client';
import { decisions } from '@/lib/server/database/schema/decisions';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { createDelegation } from '@/lib/server/delegation/create';
import { findAudience, listAddressees } from '@/lib/server/notifications/audience';
import { currentPolicy } from '@/lib/server/policy/read';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { countWaiting } from '@/lib/server/requests/lists/count-waiting';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { sendNext } from '@/lib/server/sends/worker';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, type SignedIn, signInAs, signInWith } from '@/scripts/testing/test-process';
import { clearSends, withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { viewAs } from '@/scripts/testing/data/requests';
import { inTransaction } from '@/lib/server/database/client';
import { readAboutRequests } from '@/lib/server/notifications/about-requests';

setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const lead = signedIn('lead', ['approver']);
const both = signedIn('both', ['approver']);
let ops: SignedIn[];
const outsider = signedIn('outsider', ['approver']);

const idsOf = (...people: SignedIn[]) => people.map(({ person }) => person.id);

beforeAll(async () => {
  ops = [await signInAs('ops-one', ['approver']), await signInAs('ops-two', ['approver'])];
});

const ONE_AND_TWO: GroupNeed[] = [
  { group: 'Leads', count: 1 },
  { group: 'Operations', count: 2 },
];
const asking = (groups: GroupNeed[], count = 3): PolicyRule[] => [
  { name: 'Groups', when: {}, then: { kind: 'approve', count, groups } },
];
const usual = (): ApproverGroup[] => [
  { name: 'Leads', members: idsOf(lead, both), claim: null },
  { name: 'Operations', members: idsOf(...ops, both), claim: null },
];

beforeEach(async () => {
  await clearSends();
  await putGroups(usual());
  await putPolicyInForce(asking(ONE_AND_TWO));
});

async function proposeGroups(groups: unknown, basedOn?: number) {
  as(await signInAs('admin', ['admin']));
  const payload = { basedOn: basedOn ?? (await currentGroups()).version, value: groups };
  return propose({ kind: 'approver-groups', subject: 'approver-groups', payload, comment: 'agreed' });
}

async function confirm(proposed: Awaited<ReturnType<typeof propose>>) {
  if (!proposed.ok) throw new Error(`not proposed: ${JSON.stringify(proposed.error)}`);
  as(await signInAs('admin-two', ['admin']));
  return confirmProposal({ proposalId: proposed.value.proposalId, comment: '' });
}

async function putGroups(groups: ApproverGroup[]) {
  if (JSON.stringify((await currentGroups()).groups) === JSON.stringify(groups)) return;
  surely(await confirm(await proposeGroups(groups)));
}

const request = (person = finance) => {
  as(person);
  return createRequest({ formKey: randomUUID(), form: filledForm() });
};

const make = async () => surely(await request()).requestId;

const view = (id: string, person = finance) => viewAs(person, id);

async function approve(requestId: string, person: SignedIn, forPersonId?: string) {
  const { version, bodySha256 } = await view(requestId, person);
  const decided = await decideOnRequest({
    requestId,
    version,
    bodySha256,
    verdict: 'APPROVED',
    comment: '',
    ...(forPersonId !== undefined && { forPersonId }),
  });
  return decided.ok ? decided.value.state : decided.error;
}

const signInClaiming = (claimedGroups: string[]) =>
  signInWith({ subject: 'claimed', roles: ['approver'], claimedGroups });

async function delegate(delegator: SignedIn, to: SignedIn) {
  as(delegator);
  const from = new Date();
  surely(
    await createDelegation({
      id: randomUUID(),
      role: 'approver',
      delegateId: to.person.id,
      startsAt: from.toISOString(),
      endsAt: new Date(from.getTime() + 3_600_000).toISOString(),
      reason: 'away',
    }),
  );
}

/** Lists the ids of those who are notified that a request waits. */
async function listNotified(requestId: string): Promise<string[]> {
  const notified = await inTransaction(async (transaction) => {
    const about = (await readAboutRequests(transaction, [requestId])).get(requestId);
    const news = { kind: 'approval-needed', about, actorId: finance.person.id, namedIds: [] } as const;
    return findAudience(news as unknown as Parameters<typeof findAudience>[0], await listAddressees(transaction));
  });
  return notified.map(({ id }) => id).toSorted();
}

const WAITS = 'AWAITING_APPROVAL';
const NOT_A_MEMBER = {
  kind: 'not-now',
  reason: 'Only members of Leads or Operations can approve. The page “Groups” lists them.',
};

describe('groups of approvers', () => {
  it('are changed by two administrators, and refused where they make no sense', async () => {
    const [leads, operations] = usual();
    as(finance);
    const payload = { basedOn: 1, value: [] };
    expect(
      await propose({ kind: 'approver-groups', subject: 'approver-groups', payload, comment: 'agreed' }),
    ).toMatchObject({ error: { kind: 'forbidden' } });
    for (const [groups, error] of [
      [usual(), { kind: 'not-possible' }],
      [[{ ...leads, members: [randomUUID()] }, operations], { kind: 'not-possible' }],
      [
        [leads],
        { kind: 'not-possible', reason: 'The policy asks for approvals of Operations. Change the policy first.' },
      ],
      [[leads, leads], { kind: 'invalid' }],
      [[leads, operations, { name: 'Third', members: [] }], { kind: 'invalid' }],
    ] as const)
      expect(await proposeGroups(groups)).toMatchObject({ ok: false, error });
    expect(await proposeGroups([...usual(), { name: 'Third', members: [], claim: null }], 0)).toMatchObject({
      error: { kind: 'not-possible' },
    });
  });

  it('are named by a policy only where they exist, also when it is confirmed', async () => {
    const rules = asking([{ group: 'Nobody', count: 1 }]);
    const proposeRules = async () => {
      as(await signInAs('admin', ['admin']));
      const { version } = await currentPolicy();
      return propose({
        kind: 'policy',
        subject: 'policy',
        payload: { basedOn: version, value: rules },
        comment: 'agreed',
      });
    };
    expect(await proposeRules()).toMatchObject({
      error: { kind: 'not-possible', reason: expect.stringContaining('There is no group “Nobody”') as unknown },
    });
    await putGroups([...usual(), { name: 'Nobody', members: [], claim: null }]);
    const proposed = await proposeRules();
    await putGroups(usual());
    expect(await confirm(proposed)).toMatchObject({ ok: false });
  });

  it('each give what the rule asks of them, and one person fills one place', async () => {
    const id = await make();
    expect(await approve(id, outsider)).toEqual(NOT_A_MEMBER);
    for (const person of [both, ...ops]) expect(await approve(id, person)).toBe(person === ops[1] ? 'APPROVED' : WAITS);
    expect(await view(id)).toMatchObject({
      approvals: { given: 3, required: 3 },
      needs: [
        { group: 'Leads', count: 1, filledBy: ['both'] },
        { group: 'Operations', count: 2, filledBy: expect.arrayContaining(['ops-one', 'ops-two']) as unknown },
      ],
    });
    expect(await sendNext()).toBe(1);
  });

  it('are not needed to reject, as the page says', async () => {
    const id = await make();
    const { version, bodySha256, denialReason, deciders } = await view(id, outsider);
    expect(denialReason).toMatchObject({ approve: NOT_A_MEMBER.reason, reject: null });
    expect(deciders.find(({ isReader }) => isReader)).toMatchObject({ rejectDenialReason: null });
    const vote = { requestId: id, version, bodySha256, verdict: 'REJECTED', comment: 'Not ours' };
    expect(await decideOnRequest(vote)).toMatchObject({ value: { state: 'REJECTED' } });
  });

  it('are not filled by more approvals of another group', async () => {
    await putPolicyInForce(asking([{ group: 'Leads', count: 1 }], 2));
    const id = await make();
    for (const person of [outsider, ...ops]) expect(await approve(id, person)).toBe(WAITS);
    expect(await view(id)).toMatchObject({
      state: WAITS,
      approvals: { given: 1, required: 2, missingGroups: [{ group: 'Leads', count: 1 }] },
      needs: [
        { group: 'Leads', filledBy: [], canFill: ['both', 'lead'] },
        { group: null, count: 1, filledBy: ['outsider'] },
      ],
    });
    expect(await sendNext()).toBe(0);
    expect(await approve(id, lead)).toBe('APPROVED');
  });

  it('stand in the queue and the count of those who can fill a place, and of nobody else', async () => {
    const id = await make();
    const listed = async (person: SignedIn) => {
      as(person);
      const queue = surely(await readQueue());
      return [
        queue.needsMe.some((item) => item.id === id),
        queue.others.some((item) => item.id === id),
        await countWaiting(person.person),
      ];
    };
    const before = (await listed(outsider))[2];
    expect((await listed(lead)).slice(0, 2)).toEqual([true, false]);
    expect((await listed(outsider)).slice(0, 2)).toEqual([false, true]);
    as(finance);
    await cancelRequest({ requestId: id });
    expect((await listed(outsider))[2]).toBe(before);
    expect(await listNotified(await make())).toEqual(idsOf(lead, both, ...ops).toSorted());
  });

  it('name people of the directory before their first sign-in, who are notified and cannot decide yet', async () => {
    const { rows } = await pool().query<{ id: string }>(
      `insert into people (issuer, subject, name) values ('https://people.example', 'new', 'New') returning id`,
    );
    const [{ id: newId } = { id: '' }] = rows;
    await putGroups([{ name: 'Leads', members: [...idsOf(lead), newId], claim: null }, ...usual().slice(1)]);
    const id = await make();
    const decider = (await view(id)).deciders.find(({ name }) => name === 'New');
    expect(decider).toMatchObject({
      denialReason: 'Has not signed in yet.',
      rejectDenialReason: 'Has not signed in yet.',
    });
    expect(await listNotified(id)).toContain(newId);
    await putPolicyInForce(asking([{ group: 'Operations', count: 2 }]));
    const other = await make();
    expect((await view(other)).deciders.map(({ name }) => name)).not.toContain('New');
    expect(await listNotified(other)).not.toContain(newId);
  });

  it('that nobody can fill refuse the request, with the way out; the requester fills none', async () => {
    const self = await signInAs('both', ['approver', 'finance']);
    expect(await request(self)).toMatchObject({ ok: true });
    await putGroups([
      { name: 'Leads', members: idsOf(both), claim: null },
      { name: 'Operations', members: idsOf(...ops), claim: null },
    ]);
    const refused = {
      kind: 'too-few-approvers',
      reason: expect.stringContaining(
        'Apart from you, nobody of Leads and 2 people of Operations can approve',
      ) as unknown,
      next: expect.stringContaining('Groups') as unknown,
    };
    expect(await request(self)).toMatchObject({ error: refused });
    expect(await request()).toMatchObject({ ok: true });
    // Enough members of each group, and one of them would have to fill two places.
    await putGroups([
      { name: 'Leads', members: idsOf(both), claim: null },
      { name: 'Operations', members: idsOf(ops[0]!, both), claim: null },
    ]);
    expect(await request()).toMatchObject({ error: { kind: 'too-few-approvers' } });
    await signInAs('both', ['approver']);
  });

  it('that nobody could fill are told before the groups are proposed, by the verdict of the refusal', async () => {
    const admin = await signInAs('admin', ['admin']);
    const setup = await readApprovalSetup(admin.person);
    expect(await readApprovalSetup(lead.person)).toBeUndefined();
    expect(listShortages(setup!)).toEqual([]);
    const groups = [
      { name: 'Leads', members: idsOf(both), claim: null },
      { name: 'Operations', members: idsOf(ops[0]!, both), claim: null },
    ];
    expect(listShortages({ ...setup!, groups })).toEqual([
      expect.stringMatching(
        /^Nobody can approve .* one person of Leads and 2 people of Operations can approve/,
      ) as unknown,
    ]);
    await putGroups(groups);
    expect(await request()).toMatchObject({ error: { kind: 'too-few-approvers' } });
    expect(listShortages((await readApprovalSetup(admin.person))!)).toHaveLength(1);
  });

  it('count nobody who has left since, up to the claim, and say so', async () => {
    const id = await make();
    for (const person of [lead, ...ops]) await approve(id, person);
    expect((await view(id)).state).toBe('APPROVED');
    await putGroups([
      { name: 'Leads', members: idsOf(both), claim: null },
      { name: 'Operations', members: idsOf(...ops, both), claim: null },
    ]);
    expect(await sendNext()).toBe(0);
    expect(await view(id)).toMatchObject({
      state: WAITS,
      approvals: { given: 2, void: [expect.stringContaining('has left the group since')] },
    });
    // Coming back makes the approval count again; nothing else about it has changed.
    await putGroups(usual());
    expect(await view(id)).toMatchObject({ approvals: { given: 3 } });
  });

  it('emptied while a request waits leave it waiting, which the page says, and it can be cancelled', async () => {
    const id = await make();
    await approve(id, ops[0]!);
    await putGroups([
      { name: 'Leads', members: [], claim: null },
      { name: 'Operations', members: idsOf(...ops, both), claim: null },
    ]);
    expect(await view(id)).toMatchObject({ needs: [{ group: 'Leads', filledBy: [], canFill: [] }, {}] });
    expect(await request()).toMatchObject({ error: { kind: 'too-few-approvers' } });
    as(finance);
    expect(await cancelRequest({ requestId: id })).toMatchObject({ ok: true });
  });

  it('of the identity provider have whoever it stated at the last sign-in', async () => {
    await putGroups([
      { name: 'Leads', members: [], claim: 'treasury' },
      { name: 'Operations', members: idsOf(...ops), claim: null },
    ]);
    expect(await request()).toMatchObject({ error: { kind: 'too-few-approvers' } });
    let claimed = await signInClaiming(['other', 'treasury']);
    const id = await make();
    expect(await approve(id, claimed)).toBe(WAITS);
    as(finance);
    const groups = await readApproverGroups();
    expect(groups.ok && groups.value.members.get('Leads')).toMatchObject([{ label: 'claimed', counts: true }]);
    claimed = await signInClaiming(['treasury ', 'Treasury']);
    expect(await view(id)).toMatchObject({ approvals: { given: 0, required: 3 } });
    for (const person of ops) expect(await approve(id, person)).toBe(WAITS);
    expect(await view(id)).toMatchObject({ state: WAITS, needs: [{ group: 'Leads', filledBy: [] }, {}] });
  });

  it('count for a delegate only where both are members', async () => {
    await delegate(lead, outsider);
    await delegate(ops[0]!, both);
    const id = await make();
    expect(await approve(id, outsider, lead.person.id)).toEqual(NOT_A_MEMBER);
    expect(await approve(id, both, ops[0]!.person.id)).toBe(WAITS);
    expect(await view(id)).toMatchObject({ needs: [{ filledBy: [] }, { filledBy: ['both'] }] });
  });

  it('of two rules are both asked for, where the first has no limit for the asset', async () => {
    await putPolicyInForce([
      {
        name: 'Large',
        when: { atLeast: { XYZ: '1' } },
        then: { kind: 'approve', count: 1, groups: [{ group: 'Leads', count: 1 }] },
      },
      { name: 'All', when: {}, then: { kind: 'approve', count: 2, groups: [{ group: 'Operations', count: 2 }] } },
    ]);
    const id = await make();
    expect(await view(id)).toMatchObject({
      approvals: { required: 3 },
      rule: { number: 2, sentence: expect.stringContaining('(1 of Leads and 2 of Operations)') as unknown },
    });
    for (const person of ops) expect(await approve(id, person)).toBe(WAITS);
    expect(await approve(id, lead)).toBe('APPROVED');
    expect(await sendNext()).toBe(1);
  });
});

describe('rows about groups that were written with SQL', () => {
  it('hold a request that asks for fewer groups than its rule', async () => {
    const id = await make();
    for (const person of ops) await approve(id, person);
    await withoutTriggers(async (transaction) => {
      await transaction
        .update(requestVersions)
        .set({ requiredGroups: [], requiredApprovals: 2 })
        .where(eq(requestVersions.requestId, id));
      await transaction.execute(`update withdrawal_requests set state = 'APPROVED' where id = '${id}'`);
      await transaction.execute(`insert into sends (request_id) values ('${id}')`);
    });
    expect(await sendNext()).toBe(0);
    expect(await view(id)).toMatchObject({ send: { state: 'HOLD' } });
  });

  it('count no vote in a group that its person is not in, and approve nothing that lacks a group', async () => {
    const id = await make();
    for (const person of ops) await approve(id, person);
    await withoutTriggers((transaction) =>
      transaction
        .update(decisions)
        .set({ groups: ['Leads', 'Operations'] })
        .where(and(eq(decisions.requestId, id), eq(decisions.personId, ops[0]!.person.id))),
    );
    expect(await view(id)).toMatchObject({ needs: [{ group: 'Leads', filledBy: [] }, {}] });
    await withoutTriggers((transaction) =>
      transaction
        .update(decisions)
        .set({ groups: ['Operations'] })
        .where(eq(decisions.requestId, id)),
    );
    await expect(pool().query(`update withdrawal_requests set state = 'APPROVED' where id = $1`, [id])).rejects.toThrow(
      'a request is approved by its votes',
    );
  });

  it('cannot be made by the console’s role under a rule that asks for more', async () => {
    const id = await make();
    await expect(
      pool().query(
        `insert into request_versions (request_id, version, form_key, body, body_sha256, recipient_key, policy_version,
          rule_number, required_approvals, required_role, facts)
         select request_id, 2, gen_random_uuid(), body, body_sha256, recipient_key, policy_version, rule_number, 3,
          required_role, facts from request_versions where request_id = $1`,
        [id],
      ),
    ).rejects.toThrow('a version asks for what its rule asks for');
  });
});
