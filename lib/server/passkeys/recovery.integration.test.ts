import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { pool } from '@/lib/server/database/client';
import { startRemoving } from '@/lib/server/passkeys/change';
import { readKeyList } from '@/lib/server/passkeys/key-list/chain';
import { findMissingProof } from '@/lib/server/passkeys/set-up/init';
import { createRequest } from '@/lib/server/requests/creation/create';
import { claimSend } from '@/lib/server/sends/claim/claim';
import { filledForm } from '@/scripts/stack/filled-form';
import {
  createSigner,
  enrol,
  removePasskey,
  setUpKeyList,
  signAs,
  type SigningPerson,
} from '@/scripts/testing/passkeys/signing-people';
import { createSoftwarePasskey } from '@/scripts/testing/passkeys/software-passkey';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { as } from '@/scripts/testing/people/caller';
import { decideSigned } from '@/scripts/testing/data/requests';
import { proofEntries } from '@/lib/server/database/schema/proofs';
import { gt } from 'drizzle-orm';

// What docs/operations.md, "Passkeys", says to do when passkeys are lost, the console moves, or a backup was restored.

setUpTestConsole({ CONSOLE_WORKERS: 'off', NEXTAUTH_URL: 'http://localhost:3000', CONSOLE_PROOF: 'required' });

let administrators: readonly SigningPerson[];
let finance: SigningPerson;
let approvers: SigningPerson[];

beforeEach(async () => {
  await pool().query(`update sends set next_at = now() + interval '1 day' where state = 'QUEUED'`);
});

/** Sets up a key list with so many administrators, and people who can request and approve under it. */
async function begin(count = 2): Promise<void> {
  administrators = await setUpKeyList(count);
  finance = await enrol(await createSigner('finance'), administrators.slice(0, 2));
  approvers = [await enrol(await createSigner('approver'), administrators.slice(0, 2))];
  approvers.push(await enrol(await createSigner('approver'), administrators.slice(0, 2)));
}

const submission = () => ({
  formKey: randomUUID(),
  form: filledForm({ destinationAddress: `0x${randomBytes(20).toString('hex')}` }),
});

async function approved(): Promise<string> {
  const form = submission();
  const { requestId } = surely(await signAs(finance, (signed) => createRequest({ ...form, ...signed })));
  for (const person of approvers) surely(await decideSigned(person, requestId));
  return requestId;
}

/** Gives a person another passkey in place of the one that is lost. */
async function replace(person: SigningPerson): Promise<SigningPerson> {
  return { ...person, passkey: await createSoftwarePasskey() };
}

it('a lost passkey is removed by two administrators, and another one counts once they confirmed it', async () => {
  await begin();
  const [lost] = approvers as [SigningPerson];
  await removePasskey(lost, administrators);
  approvers[0] = await enrol(await replace(lost), administrators);
  expect(await claimSendOf(await approved())).toBe(true);
});

it('all passkeys of one administrator of three are replaced by the two others', async () => {
  await begin(3);
  const [one, two, lost] = administrators as [SigningPerson, SigningPerson, SigningPerson];
  await removePasskey(lost, [one, two]);
  const found = await enrol(await replace(lost), [one, two]);
  await enrol(await createSigner('approver'), [found, one]);
});

it('with two administrators, nobody replaces the passkeys of one: a new root does, and the old signatures end', async () => {
  await begin();
  const [one, lost] = administrators as [SigningPerson, SigningPerson];
  as(one);
  surely(await startRemoving({ credentialId: lost.passkey.credentialId }));
  const before = await readKeyList();
  const id = await approved();
  await begin();
  const after = await readKeyList();
  expect(after?.list.root.previous).toMatchObject({ root: before?.root.fingerprint });
  changeSettings({ PROOF_ROOT: after?.root.fingerprint ?? '' });
  expect(await claimSendOf(id)).toBe(false);
  const held = await pool().query<{ hold: { detail: string } }>('select hold from sends where request_id = $1', [id]);
  expect(held.rows[0]?.hold.detail).toContain('not in the chain');
  expect(await claimSendOf(await approved())).toBe(true);
});

it('a backup without the newest statements is refused by PROOF_HEAD, and people sign again without it', async () => {
  await begin();
  const id = await approved();
  const read = await readKeyList();
  const { head, length } = read!.list.chain;
  changeSettings({ PROOF_ROOT: read!.root.fingerprint, PROOF_HEAD: `${length}:${head}` });
  expect(await findMissingProof()).toEqual([]);
  // Restored to before the second approval: its statement is gone, and so is the row in a real backup.
  await withoutTriggers(async (transaction) => {
    await transaction.delete(proofEntries).where(gt(proofEntries.position, length - 1));
  });
  expect(await findMissingProof()).toMatchObject([{ name: 'PROOF_HEAD' }]);
  changeSettings({ PROOF_ROOT: read!.root.fingerprint });
  expect(await claimSendOf(id)).toBe(false);
  expect(await claimSendOf(await approved())).toBe(true);
});

it.each(['http://127.0.0.1:3000', 'https://other.example'])(
  'a console that moved to %s takes nothing until it has a root of its own, and says why',
  async (address) => {
    await begin();
    changeSettings({ NEXTAUTH_URL: address });
    as(finance);
    const refused = await createRequest(submission());
    expect(refused).toMatchObject({ error: { kind: 'not-possible' } });
    expect(JSON.stringify(refused)).toMatch(/another web address|address with a name/);
  },
);

/** Claims the next send, and tells whether it is of this request. */
const claimSendOf = async (requestId: string) => (await claimSend())?.requestId === requestId;
