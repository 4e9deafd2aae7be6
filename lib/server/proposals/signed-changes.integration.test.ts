import type { SettingPayload } from '@/lib/proposals/settings';
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { ProposalKind } from '@/lib/proposals/proposals';
import { sha256Hex } from '@/lib/proof/bytes';
import { writeCanonical } from '@/lib/proof/canonical';
import { findPerson } from '@/lib/server/auth/sessions';
import { database, inTransaction, pool } from '@/lib/server/database/client';
import { signDecision } from '@/lib/server/passkeys/decisions';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { keyOfEntry } from '@/lib/recipients/recipients';
import { findSignedRecipients } from '@/lib/server/recipients/signed-entries';
import { toColumns } from '@/lib/server/recipients/change';
import { currentPolicy, readPolicy } from '@/lib/server/policy/read';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { declineProposal } from '@/lib/server/proposals/decide';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { stopSending } from '@/lib/server/stop-switch/stop-switch';
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
import type { AssertionChanges } from '@/scripts/testing/passkeys/software-passkey';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings } from '@/scripts/testing/test-process';
import { storeRecords, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { as } from '@/scripts/testing/people/caller';
import { decideSigned, makeSigned } from '@/scripts/testing/data/requests';

setUpTestConsole({ CONSOLE_WORKERS: 'off', NEXTAUTH_URL: 'http://localhost:3000' });

let administrators: Awaited<ReturnType<typeof setUpKeyList>>;
let one: SigningPerson;
let two: SigningPerson;
let unsigned: SigningPerson;
let finance: SigningPerson;
let approvers: SigningPerson[];

beforeAll(async () => {
  administrators = await setUpKeyList();
  [one, two] = administrators;
  unsigned = await createSigner('admin');
});

interface Change {
  kind: ProposalKind;
  subject: string;
  payload: unknown;
}

let turn = 0;
const policyOf = (name: string, count = 1) => [{ name, when: {}, then: { kind: 'approve', count } }] as const;

async function policyChange(count = 1): Promise<Change> {
  const { version } = await currentPolicy();
  return { kind: 'policy', subject: 'policy', payload: { basedOn: version, value: policyOf(`${(turn += 1)}`, count) } };
}

const entry = (address: string) => ({
  name: `Desk ${address.slice(2, 8)}`,
  network: 'ETHEREUM',
  address,
  memo: null,
  note: '',
  profiles: [],
  beneficiary: null,
});
const newAddress = () => `0x${randomBytes(20).toString('hex')}`;

/** A completed withdrawal from before the console. */
const payment = (address: string) =>
  withdrawalRecord({ destination_address: address, notional_value: '12.50', updated_at: '2026-01-02T03:04:05.000Z' });

function recipientChange(address = newAddress()): Change {
  const id = randomUUID();
  return { kind: 'recipient', subject: id, payload: { changes: [{ kind: 'add', id, after: entry(address) }] } };
}

const proposeAs = (person: SigningPerson, change: Change, comment = 'agreed') =>
  signAs(person, (signed) => propose({ ...change, comment, ...signed }));
const confirmAs = (person: SigningPerson, proposalId: string, changes: AssertionChanges = {}) =>
  signAs(person, (signed) => confirmProposal({ proposalId, comment: '', ...signed }), changes);

/** Makes a change by two people, and gives the kinds of the statements about its subject. */
async function make(change: Change, people: readonly SigningPerson[] = [one, two]): Promise<string[]> {
  const [proposer = one, confirmer = two] = people;
  const { proposalId } = surely(await proposeAs(proposer, change));
  surely(await confirmAs(confirmer, proposalId));
  return signedSteps(proposalId);
}

async function signedSteps(proposalId: string): Promise<string[]> {
  const found = await pool().query<{ kind: string }>(
    `select kind from proposal_signatures join proof_entries using (root, position) where proposal_id = $1 order by position`,
    [proposalId],
  );
  return found.rows.map(({ kind }) => kind);
}

describe('a change that takes two people with passkeys', () => {
  it.each<[string, string, () => Promise<Change> | Change]>([
    ['the policy', 'policy', () => policyChange()],
    ['the address book', 'recipient', () => recipientChange()],
    [
      'the names of profiles',
      'profile',
      () => ({
        kind: 'profile-names',
        subject: 'profile-names',
        payload: { basedOn: 0, value: [{ id: 'p-ops', name: 'Operations' }] },
      }),
    ],
    [
      'resuming to send',
      'sending.resume',
      async () => {
        as(one);
        surely(await stopSending({ reason: 'Drill' }));
        return { kind: 'resume-sending', subject: 'resume-sending', payload: {} };
      },
    ],
  ])('is signed by both: %s', async (_what, kind, change) => {
    expect(await make(await change())).toEqual([kind, kind]);
  });

  it('shows who signed', async () => {
    await make(await policyChange());
    as(one);
    expect(surely(await readPolicy()).proposals[0]?.signed).toEqual({ proposal: true, decision: true });
    const { proposalId } = surely(await proposeAs(unsigned, await policyChange()));
    surely(await confirmAs(one, proposalId));
    expect(await signedSteps(proposalId)).toEqual(['policy']);
  });

  it('is asked for without a signature, and nothing is recorded', async () => {
    const change = await policyChange();
    as(one);
    expect(await propose({ ...change, comment: 'x' })).toMatchObject({ error: { kind: 'unsigned' } });
    const found = await pool().query(`select 1 from proposals where state = 'OPEN' and kind = 'policy'`);
    expect(found.rowCount).toBe(0);
    const { proposalId } = surely(await proposeAs(one, change));
    as(two);
    expect(await confirmProposal({ proposalId, comment: '' })).toMatchObject({ error: { kind: 'unsigned' } });
    const refused = await pool().query(`select 1 from audit_log where action = 'proposal.refused' and entry like $1`, [
      `%${proposalId}%`,
    ]);
    expect(refused.rowCount).toBe(0);
    surely(await declineProposal({ proposalId, comment: 'No.' }));
  });

  it('needs no renewed sign-in where the second person signs', async () => {
    const { proposalId } = surely(await proposeAs(one, await policyChange()));
    await pool().query(`update sessions set authenticated_at = now() - interval '1 hour'`);
    expect(await confirmAs(unsigned, proposalId)).toMatchObject({ error: { kind: 'stale-sign-in' } });
    expect(await confirmAs(two, proposalId)).toMatchObject({ ok: true });
    await pool().query(`update sessions set authenticated_at = now()`);
  });

  it('refuses a signature over another comment or another change, from elsewhere, and of another prompt', async () => {
    const change = await policyChange();
    as(one);
    const asked = promptOf(await propose({ ...change, comment: 'x' }));
    const other = { ...change, comment: 'y', signature: await answer(asked, one) };
    expect(await propose(other)).toMatchObject({ error: { kind: 'not-now' } });
    const again = promptOf(await propose({ ...change, comment: 'x' }));
    const raised = { ...(await policyChange(2)), comment: 'x', signature: await answer(again, one) };
    expect(await propose(raised)).toMatchObject({ error: { kind: 'not-now' } });
    const { proposalId } = surely(await proposeAs(one, change));
    expect(await confirmAs(two, proposalId, { origin: 'https://elsewhere.example' })).toMatchObject({
      error: { kind: 'not-possible' },
    });
    as(two);
    const prompt = promptOf(await confirmProposal({ proposalId, comment: '' }));
    expect(await confirmProposal({ proposalId, comment: '', signature: await answer(prompt, one) })).toMatchObject({
      error: { kind: 'not-possible' },
    });
    expect(await signedSteps(proposalId)).toEqual(['policy']);
    as(two);
    surely(await declineProposal({ proposalId, comment: 'No.' }));
  });
});

/** Requests a withdrawal and has both approvers approve it. */
async function approved(destinationAddress = newAddress()) {
  const requestId = await makeSigned(finance, { destinationAddress });
  for (const person of approvers) surely(await decideSigned(person, requestId));
  return requestId;
}
const holdOf = async (requestId: string) =>
  (await pool().query('select hold from sends where request_id = $1', [requestId])).rows[0] as unknown;

/** Requests a withdrawal, and tells whether the policy was given the fact that its recipient is new. */
const isNew = async (destinationAddress: string) => {
  const requestId = await makeSigned(finance, { destinationAddress });
  const found = await pool().query<{ is_new: boolean }>(
    `select (facts->>'isNewRecipient')::boolean as is_new from request_versions where request_id = $1`,
    [requestId],
  );
  return found.rows[0]?.is_new;
};

describe('a console that requires signatures', () => {
  beforeAll(async () => {
    finance = await enrol(await createSigner('finance'), administrators);
    approvers = [await enrol(await createSigner('approver'), administrators)];
    approvers.push(await enrol(await createSigner('approver'), administrators));
    await make(await policyChange(2));
  });
  beforeEach(() => changeSettings({ CONSOLE_PROOF: 'required' }));

  it('refuses a change that is not signed', async () => {
    expect(await proposeAs(unsigned, await policyChange())).toMatchObject({ error: { kind: 'not-possible' } });
    changeSettings({ CONSOLE_PROOF: 'optional' });
    const { proposalId } = surely(await proposeAs(unsigned, await policyChange()));
    changeSettings({ CONSOLE_PROOF: 'required' });
    const reason = expect.stringContaining('The proposer did not sign this change') as string;
    expect(await confirmAs(two, proposalId)).toMatchObject({ error: { kind: 'not-possible', reason } });
    as(two);
    surely(await declineProposal({ proposalId, comment: 'No.' }));
  });

  it('sends under the policy that two administrators signed, whose passkeys may be removed later', async () => {
    const third = await enrol(await createSigner('admin'), administrators);
    await make(await policyChange(2), [third, two]);
    await removePasskey(third);
    const requestId = await approved();
    expect(await claimSend()).toMatchObject({ requestId });
  });

  it('knows a recipient only by an entry that two people signed, whatever was paid', async () => {
    const [signedAddress, bareAddress] = [newAddress(), newAddress()];
    await make(recipientChange(signedAddress));
    for (const address of [signedAddress, bareAddress]) {
      expect(await isNew(address)).toBe(true);
      const requestId = await approved(address);
      const send = { requestId, state: 'ACCEPTED', transferStatus: 'COMPLETED', transferId: randomUUID() } as const;
      await withoutTriggers(async (transaction) => {
        await transaction.delete(sends).where(eq(sends.requestId, requestId));
        await transaction.insert(sends).values(send);
        await transaction.update(withdrawalRequests).set({ state: 'SENT' }).where(eq(withdrawalRequests.id, requestId));
      });
    }
    expect(await isNew(signedAddress)).toBe(false);
    expect(await isNew(bareAddress)).toBe(true);
    await withoutTriggers(async (transaction) => {
      const [row] = await transaction.select().from(recipients).where(eq(recipients.address, signedAddress));
      if (!row) throw new Error('the address book has no such entry');
      await transaction.insert(recipients).values({ ...row, ...toColumns(entry(bareAddress), []), id: randomUUID() });
    });
    expect(await isNew(bareAddress)).toBe(true);
  });

  it('adopts recipients by statements that hash every row, of which none can be exchanged after the proposal', async () => {
    const addresses = [newAddress(), newAddress(), newAddress()];
    await storeRecords(addresses.map(payment));
    const changes = addresses.slice(0, 2).map((address) => ({
      kind: 'add',
      id: randomUUID(),
      after: entry(address),
      chosen: '',
      lookAlikes: [],
    }));
    const subject = randomUUID();
    const payload = { changes, adopted: true };
    const { proposalId } = surely(await proposeAs(one, { kind: 'recipient', subject, payload }));
    // Another address that was paid as well.
    const forged = { ...payload, changes: [changes[0], { ...changes[1], after: entry(addresses[2] ?? '') }] };
    await withoutTriggers((transaction) =>
      transaction.update(proposals).set({ payload: forged }).where(eq(proposals.id, proposalId)),
    );
    expect(await confirmAs(two, proposalId)).toMatchObject({
      error: { reason: expect.stringContaining('not the one that its proposer signed') as string },
    });
    await withoutTriggers((transaction) =>
      transaction.update(proposals).set({ payload }).where(eq(proposals.id, proposalId)),
    );
    surely(await confirmAs(two, proposalId));
    const { rows } = await pool().query<{ statement: string }>(
      `select statement from proposal_signatures join proof_entries using (root, position) where proposal_id = $1`,
      [proposalId],
    );
    const sha256 = await sha256Hex(writeCanonical(payload));
    expect(rows.map(({ statement }) => (JSON.parse(statement) as { sha256: string }).sha256)).toEqual([sha256, sha256]);
    const keys = addresses.map((address) => keyOfEntry(entry(address)));
    expect([...(await findSignedRecipients(database(), keys))].toSorted()).toEqual(keys.slice(0, 2).toSorted());
  });

  it('holds what was requested under a policy that the owner of the database wrote', async () => {
    const before = await currentPolicy();
    await withoutTriggers((transaction) =>
      transaction.insert(policyVersions).values({ version: before.version + 1, rules: [...policyOf('forged', 2)] }),
    );
    await expect(approved()).rejects.toThrow('is not the one that two administrators signed');
    await withoutTriggers(async (transaction) => {
      await transaction.delete(policyVersions).where(eq(policyVersions.version, before.version + 1));
    });
    const requestId = await approved();
    await withoutTriggers(async (transaction) => {
      const rules = [...policyOf('forged', 2)];
      await transaction.update(policyVersions).set({ rules }).where(eq(policyVersions.version, before.version));
    });
    expect(await claimSend()).toBeUndefined();
    expect(await holdOf(requestId)).toMatchObject({ hold: { kind: 'changed' } });
    await withoutTriggers(async (transaction) => {
      const { rules } = before;
      await transaction.update(policyVersions).set({ rules }).where(eq(policyVersions.version, before.version));
    });
  });

  it('is not put back to an old policy by one more signature over it', async () => {
    const old = await policyChange(2);
    await make(old);
    await make(await policyChange(2));
    const { basedOn, value: rules } = old.payload as SettingPayload<unknown>;
    const person = await findPerson(one.sessionId, { isSeen: true, origin: null });
    const core = {
      kind: 'policy',
      subject: { id: 'policy', version: basedOn + 1 },
      sha256: await sha256Hex(writeCanonical(rules)),
      as: 'admin',
      comment: await sha256Hex('again'),
      proposedBy: person!.id,
    } as const;
    const again = await signAs(one, ({ signature }) =>
      inTransaction((transaction) =>
        signDecision(transaction, person!, {
          core,
          texts: writeCanonical(rules),
          signature: signature as Parameters<typeof signDecision>[2]['signature'],
        }),
      ),
    );
    expect(again).toMatchObject({ ok: true });
    const requestId = await approved();
    expect(await claimSend()).toMatchObject({ requestId });
  });

  it('is not completed by somebody else’s proposal of what was declined', async () => {
    const change = await policyChange(2);
    const { proposalId } = surely(await proposeAs(one, change));
    surely(await signAs(two, (signed) => declineProposal({ proposalId, comment: 'no', ...signed })));
    const third = await enrol(await createSigner('admin'), administrators);
    const again = surely(await proposeAs(third, change));
    const requestId = await approved();
    expect(await claimSend()).toMatchObject({ requestId });
    surely(await signAs(two, (signed) => declineProposal({ proposalId: again.proposalId, comment: 'no', ...signed })));
  });
});
