import { listRequestPage } from '@/lib/server/requests/lists/list';
import { ALL_REQUESTS } from '@/lib/requests/list/query';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canSeeProfile } from '@/lib/identity/reader';
import { findPerson } from '@/lib/server/auth/sessions';
import { pool } from '@/lib/server/database/client';
import { readProfileChoices } from '@/lib/server/profiles/choices';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { createRequest } from '@/lib/server/requests/creation/create';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { readRequest } from '@/lib/server/requests/lists/read';
import { readApprovalSetup } from '@/lib/server/approver-groups/setup';
import { currentRights, readRights } from '@/lib/server/rights/read';
import { sendNext } from '@/lib/server/sends/worker';
import { listShortages } from '@/lib/policy/analysis/shortages';
import type { ProfileRight } from '@/lib/rights/profile-rights';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signedIn, type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { failure, surely } from '@/scripts/testing/results';
import { decide, view } from '@/scripts/testing/data/requests';

setUpTestConsole();
const OPS = 'p-ops';
const SUBSIDIARY = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';
const finance = signedIn('finance', ['finance']);
const clerk = signedIn('clerk', ['finance']);
const one = signedIn('approver-one', ['approver']);
const two = signedIn('approver-two', ['approver']);
const three = signedIn('approver-three', ['approver']);

async function proposeRights(rights: unknown, basedOn?: number, subject = 'profile-rights') {
  as(await signInAs('admin', ['admin']));
  const payload = { basedOn: basedOn ?? (await currentRights()).version, value: rights };
  return propose({ kind: 'profile-rights', subject, payload, comment: 'agreed' });
}

async function putInForce(rights: readonly ProfileRight[]) {
  const proposed = surely(await proposeRights(rights));
  as(await signInAs('admin-two', ['admin']));
  surely(await confirmProposal({ proposalId: proposed.proposalId, comment: '' }));
}

const request = (person: SignedIn, profileId: string) => {
  as(person);
  return createRequest({ formKey: randomUUID(), form: filledForm({ profileId }) });
};

const make = async (person: SignedIn, profileId: string) => surely(await request(person, profileId)).requestId;

const NOT_ALLOWED = failure('profile-not-allowed');
const MAY_NOT_DECIDE = failure('not-now', { reason: expect.stringContaining('You may not decide') });

const namesFor = async (person: SignedIn) => {
  as(person);
  const read = surely(await readRights());
  return read.people.map(({ id }) => id);
};

describe('rights to profiles', () => {
  it('are changed by two administrators, and refused where they make no sense', async () => {
    as(finance);
    const payload = { basedOn: 0, value: [] };
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
    expect(await view(ops)).toMatchObject({ denialReason: { approve: 'You have already decided.' } });
    expect(await view(subsidiary)).toMatchObject({ denialReason: { approve: 'May not decide for this profile.' } });
    expect(await decide(one, subsidiary)).toMatchObject(MAY_NOT_DECIDE);
    expect(await decide(one, subsidiary, { verdict: 'REJECTED' })).toMatchObject(MAY_NOT_DECIDE);
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

  it('refuse a request that too few people may approve, of which those who change rights are told before', async () => {
    const rights: ProfileRight[] = [
      { may: 'approve', who: 'approver', profiles: [OPS] },
      { may: 'approve', who: one.person.id, profiles: [SUBSIDIARY] },
    ];
    const setup = await readApprovalSetup((await signInAs('admin', ['admin'])).person);
    const told = listShortages({ ...setup!, rights }).join(' ');
    expect(told).toContain(`“${SUBSIDIARY}”`);
    expect(told).toContain('one person can approve');
    expect(told).not.toContain(OPS);
    await putInForce(rights);
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

const NOT_FOUND = failure('not-found');
const shown = async (person: SignedIn, refId: string) => {
  as(person);
  const listed = surely(await listRequestPage({ query: ALL_REQUESTS }));
  return JSON.stringify(listed).includes(refId);
};

describe('rights to see profiles', () => {
  it('hide what belongs to other profiles, from reads and from decisions, as if it were not there', async () => {
    await putInForce([]);
    const [ops, subsidiary] = [await make(finance, OPS), await make(finance, SUBSIDIARY)];
    await putInForce([
      { may: 'see', who: one.person.id, profiles: [OPS] },
      { may: 'see', who: 'finance', profiles: [SUBSIDIARY] },
    ]);
    as(one);
    expect(await readRequest(ops)).toMatchObject({ ok: true });
    expect(await readRequest(subsidiary)).toMatchObject(NOT_FOUND);
    const { version, bodySha256 } = await viewAs(two, subsidiary);
    as(one);
    expect(
      await decideOnRequest({ requestId: subsidiary, version, bodySha256, verdict: 'APPROVED', comment: '' }),
    ).toMatchObject(NOT_FOUND);
    // Also from the requester, while they do not see its profile.
    as(finance);
    expect(await cancelRequest({ requestId: ops })).toMatchObject(NOT_FOUND);
    expect(await request(finance, OPS)).toMatchObject(NOT_ALLOWED);
    expect(await request(finance, SUBSIDIARY)).toMatchObject({ ok: true });
    const refId = (await viewAs(two, ops)).refId;
    expect([await shown(finance, refId), await shown(one, refId)]).toEqual([false, true]);
  });

  it('tell somebody only that a used reference cannot be used, twenty times an hour', async () => {
    await putInForce([]);
    const { refId } = await viewAs(two, await make(finance, OPS));
    await putInForce([{ may: 'see', who: clerk.person.id, profiles: [SUBSIDIARY] }]);
    as(clerk);
    changeSettings({ CONSOLE_LIMITS: 'normal' });
    const attempt = () =>
      createRequest({ formKey: randomUUID(), form: filledForm({ profileId: SUBSIDIARY, referenceId: refId }) });
    const seen = new Set<string>();
    for (let index = 0; index < 25 && !seen.has('too-many'); index += 1) {
      const outcome = await attempt();
      seen.add(outcome.ok ? 'ok' : outcome.error.kind);
      if (index === 0) expect(outcome).toEqual(failure('reference-taken', { refId, isHidden: true }));
    }
    changeSettings({ CONSOLE_LIMITS: 'wide' });
    expect([...seen]).toEqual(['reference-taken', 'too-many']);
  });

  it('end the approval of somebody who does not see the profile any more', async () => {
    await putInForce([]);
    const id = await make(finance, SUBSIDIARY);
    await decide(two, id);
    expect(await decide(three, id)).toMatchObject({ value: { state: 'APPROVED' } });
    await putInForce([{ may: 'see', who: two.person.id, profiles: [OPS] }]);
    await sendNext();
    expect(await viewAs(three, id)).toMatchObject({ state: 'AWAITING_APPROVAL', approvals: { given: 1 } });
  });

  it('are shown to somebody whom they limit as far as they concern themselves', async () => {
    await putInForce([
      { may: 'see', who: clerk.person.id, profiles: [SUBSIDIARY] },
      { may: 'request', who: clerk.person.id, profiles: [SUBSIDIARY, OPS] },
      { may: 'see', who: one.person.id, profiles: [OPS] },
    ]);
    as(clerk);
    const read = await readRights();
    expect(read).toMatchObject({
      ok: true,
      value: {
        current: { rights: [{ may: 'see' }, { may: 'request', profiles: [SUBSIDIARY] }] },
        history: [],
        proposals: [],
      },
    });
    expect(JSON.stringify(read)).not.toContain(OPS);
  });

  it('are the same for the database as for the session', async () => {
    const subjects = ['finance', 'approver', clerk.person.id, one.person.id];
    const someRights = fc.uniqueArray(
      fc.record({
        may: fc.constant('see' as const),
        who: fc.constantFrom(...subjects),
        profiles: fc.oneof(fc.subarray([OPS, SUBSIDIARY]), fc.subarray(['P-OPS', SUBSIDIARY])),
      }),
      { selector: ({ who }) => who },
    );
    await fc.assert(
      fc.asyncProperty(someRights, async (rights) => {
        await putRightsInForce(rights);
        for (const { sessionId, person } of [clerk, one, finance]) {
          const found = await findPerson(sessionId, { isSeen: false, origin: null });
          if (!found) throw new Error('the session must be there');
          for (const profile of [OPS, SUBSIDIARY, SUBSIDIARY.toUpperCase(), 'P-OPS', 'p-other']) {
            const { rows } = await pool().query<{ may: boolean }>('select may_see_profile($1, $2) as may', [
              person.id,
              profile,
            ]);
            expect([rights, person.name, profile, rows[0]?.may]).toEqual([
              rights,
              person.name,
              profile,
              canSeeProfile(found, profile),
            ]);
          }
        }
      }),
      { numRuns: 25 },
    );
    // The last rights that were tried may have been none.
    if ((await currentRights()).rights.length > 0) await putInForce([]);
  });
});

function viewAs(person: SignedIn, id: string) {
  as(person);
  return view(id);
}
