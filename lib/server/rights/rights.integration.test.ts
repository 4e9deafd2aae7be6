import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { pool } from '@/lib/server/database/client';
import { readProfileChoices } from '@/lib/server/profiles/choices';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { amendRequest } from '@/lib/server/requests/amend';
import { createRequest } from '@/lib/server/requests/create';
import { decideOnRequest } from '@/lib/server/requests/decide';
import { readRequest } from '@/lib/server/requests/read';
import { currentRights, readRights } from '@/lib/server/rights/read';
import { sendNext } from '@/lib/server/sends/worker';
import type { ProfileRight } from '@/lib/rights/profile-rights';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/caller';
import { setUpTestConsole } from '@/scripts/testing/test-console';
import { signInAs } from '@/scripts/testing/test-process';

setUpTestConsole();
type SignedIn = Awaited<ReturnType<typeof signInAs>>;
const OPS = 'p-ops';
const SUBSIDIARY = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';
let finance: SignedIn;
let clerk: SignedIn;
let one: SignedIn;
let two: SignedIn;
let three: SignedIn;

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  clerk = await signInAs('clerk', ['finance']);
  one = await signInAs('approver-one', ['approver']);
  two = await signInAs('approver-two', ['approver']);
  three = await signInAs('approver-three', ['approver']);
});

function as({ sessionId }: SignedIn) {
  caller.sessionId = sessionId;
}

async function proposeRights(rights: unknown, basedOn?: number, subject = 'profile-rights') {
  as(await signInAs('admin', ['admin']));
  const payload = { basedOn: basedOn ?? (await currentRights()).version, rights };
  return propose({ kind: 'profile-rights', subject, payload, comment: 'agreed' });
}

async function putInForce(rights: readonly ProfileRight[]) {
  const proposed = await proposeRights(rights);
  if (!proposed.ok) throw new Error(`not proposed: ${JSON.stringify(proposed.error)}`);
  as(await signInAs('admin-two', ['admin']));
  const confirmed = await confirmProposal({ proposalId: proposed.value.proposalId, comment: '' });
  if (!confirmed.ok) throw new Error(`not confirmed: ${JSON.stringify(confirmed.error)}`);
}

const request = (person: SignedIn, profileId: string) => {
  as(person);
  return createRequest({ formKey: randomUUID(), form: filledForm({ profileId }) });
};

async function make(person: SignedIn, profileId: string): Promise<string> {
  const made = await request(person, profileId);
  if (!made.ok) throw new Error(`not made: ${JSON.stringify(made.error)}`);
  return made.value.requestId;
}

async function view(id: string) {
  const found = await readRequest(id);
  if (!found.ok) throw new Error('the request must be there');
  return found.value;
}

async function decide(person: SignedIn, requestId: string, verdict = 'APPROVED') {
  as(person);
  const { version, bodySha256 } = await view(requestId);
  return decideOnRequest({ requestId, version, bodySha256, verdict, comment: 'no' });
}

const NOT_ALLOWED = { ok: false, error: { kind: 'profile-not-allowed' } };
const MAY_NOT_DECIDE = { ok: false, error: { kind: 'not-now', reason: expect.stringContaining('You may not decide') } };

const namesFor = async (person: SignedIn) => {
  as(person);
  const read = await readRights();
  if (!read.ok) throw new Error(read.error.kind);
  return read.value.people.map(({ id }) => id);
};

describe('rights to profiles', () => {
  it('are changed by two administrators, and refused where they make no sense', async () => {
    as(finance);
    const payload = { basedOn: 0, rights: [] };
    expect(
      await propose({ kind: 'profile-rights', subject: 'profile-rights', payload, comment: 'agreed' }),
    ).toMatchObject({ error: { kind: 'forbidden' } });
    const ofFinance = { may: 'request', who: 'finance', profiles: [OPS] };
    for (const [rights, kind] of [
      [[], 'not-possible'],
      [[{ ...ofFinance, who: randomUUID() }], 'not-possible'],
      [[{ ...ofFinance, who: 'approver' }], 'invalid'],
      [[{ ...ofFinance, who: 'Dana' }], 'invalid'],
      [[ofFinance, ofFinance], 'invalid'],
      [[{ ...ofFinance, profiles: [SUBSIDIARY, SUBSIDIARY.toUpperCase()] }], 'invalid'],
      [[{ ...ofFinance, profiles: ['\u{212A}'] }], 'invalid'],
      [[{ ...ofFinance, note: '' }], 'invalid'],
    ] as const)
      expect([rights, await proposeRights(rights)]).toMatchObject([rights, { ok: false, error: { kind } }]);
    expect(await proposeRights([ofFinance], 7)).toMatchObject({ error: { kind: 'not-possible' } });
  });

  it('refuse a request from another profile: new and as a change; a person’s right precedes the role’s', async () => {
    await putInForce([
      { may: 'request', who: 'finance', profiles: [OPS] },
      { may: 'request', who: clerk.person.id, profiles: [SUBSIDIARY.toUpperCase()] },
    ]);
    expect(await request(finance, SUBSIDIARY)).toMatchObject(NOT_ALLOWED);
    expect(await request(clerk, OPS)).toMatchObject(NOT_ALLOWED);
    const { rows } = await pool().query(
      `select entry::json ->> 'reason' as reason from audit_log where action = 'request.refused' and actor_id = $1`,
      [clerk.person.id],
    );
    expect(rows).toEqual([{ reason: `You may not request withdrawals from the profile ${OPS}.` }]);
    const requestId = await make(clerk, SUBSIDIARY);
    expect(
      await amendRequest({
        requestId,
        basedOnVersion: 1,
        formKey: randomUUID(),
        form: filledForm({ profileId: OPS }),
      }),
    ).toMatchObject(NOT_ALLOWED);
    expect((await view(requestId)).version).toBe(1);
    as(clerk);
    expect((await readProfileChoices(clerk.person))?.map(({ id }) => id)).toEqual([SUBSIDIARY]);
  });

  it('refuse a decision for another profile, and show it before', async () => {
    await putInForce([{ may: 'approve', who: one.person.id, profiles: [OPS] }]);
    const [ops, subsidiary] = [await make(finance, OPS), await make(finance, SUBSIDIARY)];
    expect(await decide(one, ops)).toMatchObject({ ok: true });
    as(one);
    expect(await view(ops)).toMatchObject({ denialReason: { decide: 'You have already decided.' } });
    expect(await view(subsidiary)).toMatchObject({ denialReason: { decide: 'May not decide for this profile.' } });
    expect(await decide(one, subsidiary)).toMatchObject(MAY_NOT_DECIDE);
    expect(await decide(one, subsidiary, 'REJECTED')).toMatchObject(MAY_NOT_DECIDE);
    expect(await decide(two, subsidiary)).toMatchObject({ ok: true });
  });

  it('take effect on votes given before, up to the claim', async () => {
    const id = await make(finance, SUBSIDIARY);
    await decide(two, id);
    expect(await decide(three, id)).toMatchObject({ value: { state: 'APPROVED' } });
    await putInForce([{ may: 'approve', who: two.person.id, profiles: [] }]);
    expect(await sendNext()).toBe(0);
    as(finance);
    expect(await view(id)).toMatchObject({
      state: 'AWAITING_APPROVAL',
      approvals: { given: 1, required: 2, void: [expect.stringContaining('may not approve for this profile')] },
    });
    expect(await decide(one, id)).toMatchObject({ value: { state: 'APPROVED' } });
    expect(await sendNext()).toBe(1);
  });

  it('refuse a request that too few people may approve', async () => {
    await putInForce([
      { may: 'approve', who: 'approver', profiles: [OPS] },
      { may: 'approve', who: one.person.id, profiles: [SUBSIDIARY] },
    ]);
    expect(await request(finance, SUBSIDIARY)).toMatchObject({
      error: {
        kind: 'too-few-approvers',
        reason: expect.stringContaining('only one person can approve for this profile'),
      },
    });
    expect(await request(finance, OPS)).toMatchObject({ ok: true });
    await putInForce([]);
    expect(await request(finance, SUBSIDIARY)).toMatchObject({ ok: true });
  });

  it('are shown with their history', async () => {
    as(finance);
    const read = await readRights();
    expect(read).toMatchObject({ ok: true, value: { current: { rights: [] }, history: expect.any(Array) } });
    if (read.ok) expect(read.value.history.at(-1)).toMatchObject({ version: 0, rights: [] });
  });

  it('name to others only the people whom they concern', async () => {
    await putInForce([{ may: 'request', who: clerk.person.id, profiles: [SUBSIDIARY] }]);
    const stranger = await signInAs('stranger', ['support']);
    const seen = await namesFor(finance);
    expect([seen.includes(clerk.person.id), seen.includes(stranger.person.id)]).toEqual([true, false]);
    expect(await namesFor(await signInAs('admin', ['admin']))).toContain(stranger.person.id);
  });
});
