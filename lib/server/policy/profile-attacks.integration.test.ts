import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as } from '@/scripts/testing/people/caller';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import type { PolicyRule } from '@/lib/policy/rules';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { currentPolicy } from '@/lib/server/policy/read';
import { findSavedRecipient } from '@/lib/server/recipients/read';
import { createRequest } from '@/lib/server/requests/creation/create';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import { pool } from '@/lib/server/database/client';

setUpTestConsole();
let [finance, approver, admin, adminTwo]: [SignedIn, SignedIn, SignedIn, SignedIn] = [] as never;

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  approver = await signInAs('approver', ['approver']);
  admin = await signInAs('admin', ['admin']);
  adminTwo = await signInAs('admin-two', ['admin']);
});
beforeEach(() => as(finance));
const PROFILE = '0b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11';
const SPELLINGS = [
  PROFILE,
  PROFILE.toUpperCase(),
  ` ${PROFILE} `,
  PROFILE.replaceAll('-', ''),
  `{${PROFILE}}`,
  `urn:uuid:${PROFILE}`,
];
const closedFor = (profile: string): PolicyRule[] => [
  { name: 'Closed', when: { profiles: [profile] }, then: { kind: 'refuse', reason: 'This profile is closed.' } },
  { name: 'Unknown', when: { signals: ['profile-unknown'] }, then: { kind: 'approve', count: 2 } },
  { name: 'One', when: {}, then: { kind: 'approve', count: 1 } },
];

const submit = (profileId: string) => {
  const destinationAddress = `0x${randomBytes(20).toString('hex')}`;
  return createRequest({ formKey: randomUUID(), form: filledForm({ profileId, destinationAddress }) });
};
async function make(profileId: string) {
  const made = surely(await submit(profileId));
  return surely(await readRequest(made.requestId));
}

describe('another spelling of a profile', () => {
  it.each(SPELLINGS)('does not evade a rule that refuses the profile: %j', async (spelling) => {
    for (const ruled of [PROFILE, PROFILE.toUpperCase()]) {
      await putPolicyInForce(closedFor(ruled));
      expect(await submit(spelling)).toMatchObject(
        failure('refused-by-policy', { reason: expect.stringContaining('This profile is closed.') }),
      );
    }
  });

  it.each(['p-оps', '０b0b1c9e-6c1f-4a53-9d0e-2f8a7f0c1e11', 'p-ops\u0301', '\u212A-1'])(
    'in other letters is refused before the policy: %j',
    async (spelling) => {
      expect(await submit(spelling)).toMatchObject(
        failure('invalid', { issues: [{ path: 'profileId', message: expect.stringContaining('plain letters') }] }),
      );
    },
  );

  it('is sent in canonical form, and an id that is no UUID as it was entered', async () => {
    await putPolicyInForce();
    for (const spelling of SPELLINGS) expect((await make(spelling)).body.profile_id).toBe(PROFILE);
    expect((await make('P-Ops')).body.profile_id).toBe('P-Ops');
    await putPolicyInForce(closedFor('p-ops'));
    expect(await submit('P-OPS')).toMatchObject({ error: { kind: 'refused-by-policy' } });
  });

  it('is stored in canonical form by a change of the policy', async () => {
    const { version } = await currentPolicy();
    const payload = { basedOn: version, value: closedFor(PROFILE.toUpperCase()) };
    as(admin);
    const proposed = surely(await propose({ kind: 'policy', subject: 'policy', payload, comment: 'closed' }));
    as(adminTwo);
    expect(await confirmProposal({ proposalId: proposed.proposalId, comment: '' })).toMatchObject({ ok: true });
    expect((await currentPolicy()).rules).toEqual(closedFor(PROFILE));
  });

  it('is the profile that the address book allows', async () => {
    as(finance);
    const address = `0x${randomBytes(20).toString('hex')}`;
    // As an earlier console stored the entry: in capitals.
    await pool().query(
      `with proposal as (
         insert into proposals (kind, subject, payload, comment, proposed_by) values ('recipient', $1, '{}', 'x', $2) returning id
       )
       insert into recipients (name, network, address, recipient_key, normal_address, profiles, owner_id, proposal_id)
       select 'Desk', 'ETHEREUM', $3, $4, $3, $5, $2, id from proposal`,
      [randomUUID(), finance.person.id, address, JSON.stringify(['ETHEREUM', address]), [PROFILE.toUpperCase()]],
    );
    const body = { crypto_network: 'ETHEREUM', destination_address: address };
    expect(await findSavedRecipient({ ...body, profile_id: PROFILE })).toMatchObject({ name: 'Desk' });
    expect(await findSavedRecipient({ ...body, profile_id: randomUUID() })).toBeNull();
  });
});

describe('a profile that was never seen', () => {
  it('is a finding, a label in the queue and a signal for the policy, and blocks nothing', async () => {
    await putPolicyInForce(closedFor('nobody'));
    const profile = randomUUID();
    // A request that was not sent makes no profile known.
    for (const time of [1, 2]) {
      const { checks, approvals, id } = await make(profile);
      expect(checks?.card.lines, `request ${time}`).toContainEqual(
        expect.objectContaining({ id: 'profile', state: 'warn' }),
      );
      expect(checks?.card.signals).toContain('profile-unknown');
      expect(approvals.required).toBe(2);
      as(approver);
      const queue = await readQueue();
      const item = queue.ok ? queue.value.needsMe.find((each) => each.id === id) : undefined;
      expect(item?.findings).toContainEqual(expect.objectContaining({ id: 'profile' }));
      as(finance);
    }
    await storeRecords([
      {
        id: randomUUID(),
        // As a service may write it.
        profile_id: profile.toUpperCase(),
        amount: '2',
        total: '2',
        fee: '0',
        asset: 'ETH',
        direction: 'CREDIT',
        type: 'CRYPTO_DEPOSIT',
        status: 'COMPLETED',
        created_at: '2026-01-02T03:04:05.000Z',
        updated_at: '2026-01-02T03:05:05.000Z',
      },
    ]);
    const known = await make(profile);
    expect(known.checks?.card.signals).not.toContain('profile-unknown');
    expect(known.approvals.required).toBe(1);
  });
});
