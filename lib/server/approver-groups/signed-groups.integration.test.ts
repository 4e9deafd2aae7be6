import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type EvidenceFinding, verifyEvidence } from '@/lib/proof/evidence/verify-evidence';
import { listShortages } from '@/lib/policy/analysis/shortages';
import { currentGroups } from '@/lib/server/group-list/current';
import { readApproverGroups } from '@/lib/server/approver-groups/read';
import { readApprovalSetup } from '@/lib/server/approver-groups/setup';
import { pool } from '@/lib/server/database/client';
import { exportEvidence } from '@/lib/server/evidence/export';
import { startChangingRights } from '@/lib/server/passkeys/key-list/key-list-changes';
import { readPasskeys } from '@/lib/server/passkeys/list';
import { signStatement } from '@/lib/server/passkeys/sign';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { sendNext } from '@/lib/server/sends/worker';
import { filledForm } from '@/scripts/stack/filled-form';
import {
  answer,
  createSigner,
  enrol,
  promptOf,
  removePasskey,
  setUpKeyList,
  signAs,
  type SigningPerson,
} from '@/scripts/testing/passkeys/signing-people';
import { putSettingInForce } from '@/scripts/testing/data/settings';
import { createSoftwarePasskey } from '@/scripts/testing/passkeys/software-passkey';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { clearSends, withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { as } from '@/scripts/testing/people/caller';
import { decideSigned, viewAs } from '@/scripts/testing/data/requests';

// Where decisions are signed, a person counts in a group where two administrators signed that their passkeys do.

setUpTestConsole({ CONSOLE_WORKERS: 'off', NEXTAUTH_URL: 'http://localhost:3000', CONSOLE_PROOF: 'required' });

const LEADS = { group: 'Leads', count: 1 };

let administrators: Awaited<ReturnType<typeof setUpKeyList>>;
let finance: SigningPerson;
let lead: SigningPerson;
let other: SigningPerson;

beforeEach(async () => {
  await clearSends();
  administrators = await setUpKeyList();
  finance = await enrol(await createSigner('finance'), administrators);
  lead = await enrol(await createSigner('approver'), administrators);
  other = await enrol(await createSigner('approver'), administrators);
  await change('approver-groups', {
    basedOn: (await currentGroups()).version,
    value: [
      { name: 'Leads', members: [await idOf(lead)], claim: null },
      { name: 'Turn', members: [], claim: randomUUID() },
    ],
  });
  await change('policy', {
    basedOn: await currentPolicyVersion(),
    value: [rule(2)],
  });
});

const rule = (count: number) => ({
  name: randomUUID(),
  when: {},
  then: { kind: 'approve', count, groups: [{ group: 'Leads', count: 1 }] },
});

async function currentPolicyVersion(): Promise<number> {
  const { rows } = await pool().query<{ version: number }>('select max(version) as version from policy_versions');
  return rows[0]!.version;
}

/** Has both administrators sign a change. */
async function change(kind: 'policy' | 'approver-groups', payload: object): Promise<void> {
  const [ada, ben] = administrators;
  const proposed = await signAs(ada, (signed) =>
    propose({ kind, subject: kind, payload, comment: 'agreed', ...signed }),
  );
  const { proposalId } = surely(proposed);
  surely(await signAs(ben, (signed) => confirmProposal({ proposalId, comment: '', ...signed })));
}

async function idOf(person: SigningPerson): Promise<string> {
  as(person);
  return surely(await readPasskeys()).own[0]!.ownerId;
}

/** Has administrators sign which groups the passkeys of a person count in; both of them unless said otherwise. */
async function signGroups(person: SigningPerson, groups: string[], signers: readonly SigningPerson[] = administrators) {
  const personId = await idOf(person);
  for (const signer of signers) {
    as(signer);
    const started = surely(await startChangingRights({ personId, roles: ['approver'], groups }));
    surely(await signStatement(await answer(started, signer)));
  }
}

async function shortages() {
  const setup = await readApprovalSetup({ id: randomUUID(), name: 'Ada', roles: ['admin'], visibleProfiles: 'all' });
  return setup && listShortages(setup);
}

function create() {
  const form = { formKey: randomUUID(), form: filledForm() };
  return signAs(finance, (signed) => createRequest({ ...form, ...signed }));
}

const view = (requestId: string, person: SigningPerson = finance) => viewAs(person, requestId);

async function approve(requestId: string, person: SigningPerson) {
  const decided = await decideSigned(person, requestId);
  return decided.ok ? decided.value.state : decided.error;
}

describe('a group of approvers where decisions are signed', () => {
  it('has nobody whose passkey is not in it, whatever the table says', async () => {
    expect(await create()).toMatchObject({ error: { kind: 'too-few-approvers' } });
    const groups = surely(await readApproverGroups());
    expect(groups.members.get('Leads')).toMatchObject([{ counts: false }]);
    expect(await shortages()).toEqual([expect.stringContaining('nobody of Leads can approve') as unknown]);
    await signGroups(lead, ['Leads'], administrators.slice(0, 1));
    expect(await create()).toMatchObject({ error: { kind: 'too-few-approvers' } });
    await signGroups(lead, ['Leads'], administrators.slice(1));
    expect(await create()).toMatchObject({ ok: true });
    expect(await shortages()).toEqual([]);
  });

  it('has nobody whom only the key list names: the table can take away', async () => {
    await signGroups(lead, ['Leads']);
    await signGroups(other, ['Leads']);
    const { requestId } = surely(await create());
    expect(await view(requestId)).toMatchObject({ needs: [{ group: 'Leads', canFill: [expect.any(String)] }, {}] });
    await expect(signGroups(other, ['Nobody'])).rejects.toThrow('There is no such group');
  });

  it('is filled by its member, up to the claim, and evidence shows it', async () => {
    await signGroups(lead, ['Leads']);
    const { requestId } = surely(await create());
    expect(await approve(requestId, other)).toBe('AWAITING_APPROVAL');
    expect(await approve(requestId, lead)).toBe('APPROVED');
    expect(await sendNext()).toBe(1);
    const evidence = await verify(requestId);
    expect(evidence.text).toContain('Of these, 1 by Leads, as the key list names its members.');
    expect(evidence).toMatchObject({ holds: true, withdrawals: 1 });
  });

  it('is filled by a passkey that is in it alone: an older one is neither offered nor taken', async () => {
    // Added after its owner joined the group, so that it names the group.
    const newer = await enrol({ ...lead, passkey: await createSoftwarePasskey() }, administrators);
    const { requestId } = surely(await create());
    await approve(requestId, other);
    const { version, bodySha256 } = await view(requestId, lead);
    const vote = { requestId, version, bodySha256, verdict: 'APPROVED', comment: '' };
    expect(promptOf(await decideOnRequest(vote)).credentialIds).toEqual([newer.passkey.credentialId]);
    expect(await approve(requestId, lead)).toEqual({
      kind: 'not-possible',
      reason: 'Sign with a passkey that is in Leads: with another one your approval would not count there.',
    });
    expect(await approve(requestId, newer)).toBe('APPROVED');
    expect(await sendNext()).toBe(1);
  });

  it('counts nobody without a passkey for the place that is free for everybody', async () => {
    await signGroups(lead, ['Leads']);
    const { requestId } = surely(await create());
    const stranger = await createSigner('approver');
    const strangerName = `${(await view(requestId, stranger)).deciders.find(({ isReader }) => isReader)?.name}`;
    const seen = await view(requestId);
    const names = seen.needs.find(({ group }) => group === null)?.canFill ?? [];
    expect(names).toHaveLength(2);
    expect(names).not.toContain(strangerName);
    expect(seen.deciders.find(({ name }) => name === strangerName)).toMatchObject({
      denialReason: 'Has no passkey that counts for the role approver.',
      rejectDenialReason: null,
    });
    expect((await view(requestId, stranger)).denialReason).toMatchObject({
      approve: expect.stringContaining('you have none that counts for the role approver') as unknown,
      reject: null,
    });
    await removePasskey(other);
    expect(await create()).toMatchObject({ error: { kind: 'too-few-approvers' } });
  });

  it('is not needed to reject, with a passkey or without one', async () => {
    await signGroups(lead, ['Leads']);
    await change('policy', { basedOn: await currentPolicyVersion(), value: [rule(1)] });
    for (const person of [other, await createSigner('approver')]) {
      const { requestId } = surely(await create());
      const { version, bodySha256, denialReason } = await view(requestId, person);
      expect([denialReason.approve === null, denialReason.reject]).toEqual([false, null]);
      const vote = { requestId, version, bodySha256, verdict: 'REJECTED', comment: 'Not ours' };
      const decided = await signAs(person, (signed) => decideOnRequest({ ...vote, ...signed }));
      expect(decided).toMatchObject({ value: { state: 'REJECTED' } });
    }
  });

  it('tells its member that none of their passkeys is in it', async () => {
    const leader = await enrol(await createSigner('approver'), administrators);
    await change('approver-groups', {
      basedOn: (await currentGroups()).version,
      value: [{ name: 'Leads', members: [await idOf(lead), await idOf(leader)], claim: null }],
    });
    await signGroups(leader, ['Leads']);
    await change('policy', { basedOn: await currentPolicyVersion(), value: [rule(1)] });
    const { requestId } = surely(await create());
    const reason = 'You are in Leads, and none of your passkeys is. Two administrators must sign that they are.';
    expect((await view(requestId, lead)).denialReason.approve).toBe(reason);
    expect(await approve(requestId, lead)).toEqual({ kind: 'not-now', reason });
  });

  it('counts an approval no longer once the passkey is out of it, at the claim as well', async () => {
    await signGroups(lead, ['Leads']);
    const { requestId } = surely(await create());
    await approve(requestId, other);
    expect(await approve(requestId, lead)).toBe('APPROVED');
    await signGroups(lead, ['Turn']);
    expect(await sendNext()).toBe(0);
    expect(await view(requestId)).toMatchObject({ state: 'AWAITING_APPROVAL', approvals: { given: 1 } });
  });

  it('is not filled by rows that the owner of the database wrote', async () => {
    await signGroups(lead, ['Leads']);
    const third = await enrol(await createSigner('approver'), administrators);
    const { requestId } = surely(await create());
    await approve(requestId, other);
    await approve(requestId, third);
    const otherId = await idOf(other);
    await putSettingInForce('approver-groups', [{ name: 'Leads', members: [otherId], claim: null }]);
    await withoutTriggers(async (transaction) => {
      await transaction.execute(
        `update decisions set groups = '{Leads}' where request_id = '${requestId}' and person_id = '${otherId}'`,
      );
      await transaction.execute(`update withdrawal_requests set state = 'APPROVED' where id = '${requestId}'`);
      await transaction.execute(`insert into sends (request_id) values ('${requestId}')`);
    });
    expect(await sendNext()).toBe(0);
    expect((await view(requestId)).state).toBe('AWAITING_APPROVAL');
  });

  it('is not left out by stored groups that cannot be', async () => {
    await signGroups(lead, ['Leads']);
    const third = await enrol(await createSigner('approver'), administrators);
    const { requestId } = surely(await create());
    await approve(requestId, other);
    await approve(requestId, third);
    for (const groups of [
      [LEADS, { group: 'X', count: -1 }],
      [LEADS, { group: 'X', count: 0 }],
      [{ group: 'Leads', count: 0.5 }],
      [{ group: 'Leads', count: '1' }],
      [LEADS, LEADS],
      null,
    ]) {
      await withoutTriggers(async (transaction) => {
        const stored = JSON.stringify(groups);
        await transaction.execute(
          `update request_versions set required_groups = '${stored}' where request_id = '${requestId}'`,
        );
        await transaction.execute(`update withdrawal_requests set state = 'APPROVED' where id = '${requestId}'`);
        await transaction.execute(`delete from sends`);
        await transaction.execute(`insert into sends (request_id) values ('${requestId}')`);
      });
      expect(await sendNext()).toBe(0);
      const { rows } = await pool().query('select state, hold from sends where request_id = $1', [requestId]);
      expect(rows).toMatchObject([{ state: 'HOLD', hold: { detail: expect.stringContaining('cannot be read') } }]);
    }
  });
});

async function verify(requestId: string) {
  as(await signInAs('auditor', ['auditor']));
  const { stream } = surely(await exportEvidence({ kind: 'request', id: requestId }));
  const lines = (await new Response(stream).text()).trim().split('\n');
  const { rows } = await pool().query<{ fingerprint: string }>('select fingerprint from proof_roots order by at');
  const findings: EvidenceFinding[] = [];
  const verified = verifyEvidence(toAsync(lines), rows.at(-1)?.fingerprint ?? '');
  for (;;) {
    const next = await verified.next();
    if (next.done) return { ...next.value, text: JSON.stringify(findings) };
    findings.push(next.value);
  }
}

async function* toAsync(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
