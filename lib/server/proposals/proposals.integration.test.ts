import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { as, caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { untilBlocked } from '@/scripts/testing/database/until-blocked';
import { failure, surely } from '@/scripts/testing/results';
import type { PolicyRule } from '@/lib/policy/rules';
import { readFirstStart } from '@/lib/server/people/first-start';
import { database, pool } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { sessions } from '@/lib/server/database/schema/people';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { proposals } from '@/lib/server/database/schema/proposals';
import { currentPolicy, policyAt, readPolicy } from '@/lib/server/policy/read';
import { dryRunPolicy } from '@/lib/server/requests/policy/dry-run';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { listConfirmable } from '@/lib/server/proposals/waiting';
import { readSendingState, stopSending } from '@/lib/server/stop-switch/stop-switch';
import { declineProposal, withdrawProposal } from '@/lib/server/proposals/decide';

setUpTestConsole();
let [admin, adminTwo, adminThree, finance]: [SignedIn, SignedIn, SignedIn, SignedIn] = [] as never;

beforeAll(async () => {
  admin = await signInAs('admin', ['admin']);
  adminTwo = await signInAs('admin-two', ['admin']);
  adminThree = await signInAs('admin-three', ['admin']);
  finance = await signInAs('finance', ['finance']);
});

const rule = (name: string): PolicyRule => ({ name, when: {}, then: { kind: 'approve', count: 1 } });

async function tryToPropose(change: Record<string, unknown> = {}, person = admin) {
  as(person);
  const { version } = await currentPolicy();
  return propose({
    kind: 'policy',
    subject: 'policy',
    payload: { basedOn: version, value: [rule(`after ${version}`)] },
    comment: 'simpler',
    ...change,
  });
}

const proposeChange = async () => surely(await tryToPropose()).proposalId;

const confirm = (person: SignedIn, proposalId: string) => {
  as(person);
  return confirmProposal({ proposalId, comment: '' });
};
const stateOf = async (id: string) =>
  (await database().select({ state: proposals.state }).from(proposals).where(eq(proposals.id, id)))[0]?.state;
const lastActions = async (count: number) =>
  (
    await database()
      .select({ action: auditLog.action })
      .from(auditLog)
      .orderBy(sql`seq desc`)
      .limit(count)
  )
    .map(({ action }) => action)
    .toReversed();
const setSession = (session: SignedIn, change: Partial<typeof sessions.$inferInsert>) =>
  database().update(sessions).set(change).where(eq(sessions.idHash, session.person.sessionKey));

describe('a change of the policy', () => {
  it('takes two administrators, makes a version, and is recorded', async () => {
    const { version } = await currentPolicy();
    as(finance);
    expect(await readFirstStart()).toMatchObject(failure('forbidden', {}));
    as(admin);
    expect(await readFirstStart()).toMatchObject({ value: { policy: false, recipients: false, keyList: false } });
    const id = await proposeChange();
    expect(await listConfirmable()).toEqual({ ok: true, value: [] });
    as(adminTwo);
    expect(await listConfirmable()).toMatchObject({
      ok: true,
      value: [{ id, kind: 'policy', proposedBy: 'admin', comment: 'simpler' }],
    });
    expect(await currentPolicy()).toMatchObject({ version });
    expect(await confirm(adminTwo, id)).toEqual({ ok: true, value: { proposalId: id } });
    expect(await currentPolicy()).toEqual({ version: version + 1, rules: [rule(`after ${version}`)] });
    expect(await readFirstStart()).toMatchObject({ value: { policy: true, recipients: false } });
    expect(await policyAt(version)).toMatchObject({ version });
    expect(await lastActions(3)).toEqual(['proposal.made', 'proposal.confirmed', 'policy.changed']);
    const read = await readPolicy();
    expect(read).toMatchObject({
      value: { current: { version: version + 1, proposedBy: 'admin', confirmedBy: 'admin-two', comment: 'simpler' } },
    });
  });

  it('is never confirmed by the proposer, in code and in SQL', async () => {
    const id = await proposeChange();
    expect(await confirm(admin, id)).toMatchObject(
      failure('not-now', { reason: expect.stringContaining('Another person must confirm') }),
    );
    // A second session of the same subject is the same person.
    expect(await confirm(await signInAs('admin', ['admin']), id)).toMatchObject({ error: { kind: 'not-now' } });
    const own = database()
      .update(proposals)
      .set({ state: 'CONFIRMED', decidedBy: admin.person.id })
      .where(eq(proposals.id, id));
    await expect(own).rejects.toMatchObject({ constraint: 'proposals_two_people' });
    expect(await lastActions(1)).toEqual(['proposal.refused']);
    as(admin);
    expect(await withdrawProposal({ proposalId: id, comment: '' })).toMatchObject({ ok: true });
    expect(await stateOf(id)).toBe('WITHDRAWN');
  });

  it('waits one at a time, and proposing the same change again adds nothing', async () => {
    const id = await proposeChange();
    expect(await tryToPropose()).toEqual({ ok: true, value: { proposalId: id } });
    expect(await tryToPropose({}, adminTwo)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringMatching(/^admin already proposed a change at /) },
    });
    as(adminTwo);
    expect(await declineProposal({ proposalId: id, comment: ' ' })).toMatchObject({
      error: { kind: 'invalid', reason: 'Enter a reason.' },
    });
    expect(await withdrawProposal({ proposalId: id, comment: '' })).toMatchObject({ error: { kind: 'not-now' } });
    expect(await declineProposal({ proposalId: id, comment: 'too simple' })).toMatchObject({ ok: true });
    expect(await confirm(adminThree, id)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringMatching(/declined\. admin-two decided at/) },
    });
  });

  it('requires a fresh sign-in and the current role', async () => {
    const id = await proposeChange();
    const { version } = await currentPolicy();
    await setSession(adminTwo, { authenticatedAt: new Date(Date.now() - 6 * 60_000) });
    expect(await confirm(adminTwo, id)).toMatchObject({ error: { kind: 'stale-sign-in' } });
    await setSession(adminTwo, { authenticatedAt: new Date(), roles: ['support'] });
    expect(await confirm(adminTwo, id)).toMatchObject({ error: { kind: 'forbidden' } });
    await setSession(adminTwo, { roles: ['admin'], endedAt: new Date() });
    expect(await confirm(adminTwo, id)).toMatchObject({ error: { kind: 'signed-out' } });
    await setSession(adminTwo, { endedAt: null });
    expect(await currentPolicy()).toMatchObject({ version });
    expect(await confirm(adminTwo, id)).toMatchObject({ ok: true });
  });

  it('is not confirmed where another policy is in force, and can be declined', async () => {
    const id = await proposeChange();
    const { version } = await currentPolicy();
    await database()
      .update(proposals)
      .set({ payload: { basedOn: version - 1, value: [rule('late')] } })
      .where(eq(proposals.id, id));
    expect(await confirm(adminTwo, id)).toMatchObject({
      error: { kind: 'not-possible', reason: expect.stringContaining(`version ${version} is now in force`) },
    });
    expect(await currentPolicy()).toMatchObject({ version });
    as(adminTwo);
    await declineProposal({ proposalId: id, comment: 'late' });
  });

  it('is made once where many confirm it at once', async () => {
    const { version } = await currentPolicy();
    const id = await proposeChange();
    const others = [adminTwo, adminThree];
    const outcomes = [];
    // Each call reads the session before it first waits.
    for (let turn = 0; turn < 10; turn += 1) outcomes.push(confirm(others[turn % 2] ?? adminTwo, id));
    const settled = await Promise.all(outcomes);
    expect(settled.filter(({ ok }) => ok)).toHaveLength(1);
    expect(settled.filter((outcome) => !outcome.ok && outcome.error.kind === 'not-now')).toHaveLength(9);
    expect(await currentPolicy()).toMatchObject({ version: version + 1 });
    expect(await database().$count(policyVersions, eq(policyVersions.proposalId, id))).toBe(1);
  });

  it.each([
    ['without a rule', { payload: { basedOn: 1, value: [] } }, 'invalid'],
    ['with an unknown member', { payload: { basedOn: 1, value: [{ ...rule('x'), also: 1 }] } }, 'invalid'],
    [
      'with a limit that is not an amount',
      { payload: { basedOn: 1, value: [{ ...rule('x'), when: { atLeast: { BTC: '1e9' } } }] } },
      'invalid',
    ],
    ['without a comment', { comment: ' ' }, 'invalid'],
    ['of an unknown kind', { kind: 'roles' }, 'invalid'],
    ['about another subject', { subject: 'other' }, 'not-found'],
    ['with an extra field', { proposedBy: 'somebody' }, 'invalid'],
    ['against an old version', { payload: { basedOn: 1, value: [rule('old')] } }, 'not-possible'],
  ])('is rejected %s', async (_what, change, kind) => {
    expect(await tryToPropose(change)).toMatchObject({ ok: false, error: { kind } });
    expect(await database().$count(proposals, eq(proposals.state, 'OPEN'))).toBe(0);
  });

  it('is denied to finance, and to a person without a session', async () => {
    expect(await tryToPropose({}, finance)).toMatchObject({ error: { kind: 'forbidden' } });
    const id = await proposeChange();
    expect(await confirm(finance, id)).toMatchObject({ error: { kind: 'forbidden' } });
    caller.sessionId = undefined;
    expect(await confirmProposal({ proposalId: id, comment: '' })).toMatchObject({ error: { kind: 'signed-out' } });
    as(admin);
    await withdrawProposal({ proposalId: id, comment: '' });
  });
});

const proposeResuming = (person: SignedIn) => {
  as(person);
  return propose({ kind: 'resume-sending', subject: 'resume-sending', payload: {}, comment: 'found the cause' });
};

describe('the dry run of the policy', () => {
  const withdrawal = {
    asset: 'ETH',
    network: 'ETHEREUM',
    profile: 'p-ops',
    amount: '1.50',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
  };

  it('explains the outcome, also under a proposed policy', async () => {
    as(finance);
    expect(await dryRunPolicy(withdrawal)).toMatchObject({
      ok: true,
      value: { current: expect.stringContaining('one approval is needed'), proposed: null },
    });
    const { version } = await currentPolicy();
    const refuse: PolicyRule = {
      name: 'No more',
      when: { makers: [finance.person.id], isNewRecipient: true },
      then: { kind: 'refuse', reason: 'Closed.' },
    };
    const proposed = surely(await tryToPropose({ payload: { basedOn: version, value: [refuse, rule('else')] } }));
    const explained = await dryRunPolicy({ ...withdrawal, requester: finance.person.id });
    expect(explained).toMatchObject({
      value: {
        current: expect.stringContaining('one approval'),
        proposed: expect.stringMatching(
          /^Rule 1 does not allow this withdrawal .*never paid from this console: Closed\.$/,
        ),
      },
    });
    expect(await dryRunPolicy(withdrawal)).toMatchObject({
      value: { proposed: expect.stringMatching(/^Rule 2 applies/) },
    });
    await withdrawProposal({ proposalId: proposed.proposalId, comment: '' });
  });

  it('reports one issue for each wrong field', async () => {
    as(finance);
    expect(
      await dryRunPolicy({ asset: '', amount: '1e9', network: 'ETHEREUM', profile: 'p\u200b', also: 'ignored' }),
    ).toEqual(
      failure('invalid', {
        issues: {
          asset: 'Enter the asset.',
          amount: expect.stringContaining('scientific notation'),
          profile: expect.stringContaining('invisible character'),
          address: 'Enter the destination address.',
        },
      }),
    );
  });
});

describe('the stop switch', () => {
  it('is set by one person and ended by two', async () => {
    expect(await proposeResuming(admin)).toMatchObject({ error: { kind: 'not-possible' } });
    expect(await stopSending({ reason: 'a drill' })).toMatchObject({ ok: true });
    expect(await readSendingState()).toMatchObject({ isStopped: true, reason: 'a drill', by: 'admin' });
    const proposed = surely(await proposeResuming(admin));
    expect(await confirm(admin, proposed.proposalId)).toMatchObject({ error: { kind: 'not-now' } });
    expect(await readSendingState()).toMatchObject({ isStopped: true });
    expect(await confirm(adminTwo, proposed.proposalId)).toMatchObject({ ok: true });
    expect(await readSendingState()).toMatchObject({ isStopped: false });
    expect(await lastActions(2)).toEqual(['proposal.confirmed', 'sending.resumed']);
  });

  it('has a void proposal where sending was resumed in the meantime', async () => {
    as(admin);
    await stopSending({ reason: 'a drill' });
    const proposed = surely(await proposeResuming(admin));
    const other = await pool().connect();
    try {
      await other.query('begin');
      await other.query('update stop_switch set is_stopped = false');
      // Reads before the other transaction commits, then waits for its lock.
      const confirming = confirm(adminTwo, proposed.proposalId);
      await untilBlocked();
      await other.query('commit');
      expect(await confirming).toMatchObject({ error: { kind: 'void', reason: 'Sending is already on.' } });
    } finally {
      other.release();
    }
    expect(await stateOf(proposed.proposalId)).toBe('VOID');
    expect(await lastActions(1)).toEqual(['proposal.void']);
  });
});
