import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import { propose } from '@/lib/server/proposal-registry';
import { checkEntries } from '@/lib/server/recipients/check';
import { createRequest } from '@/lib/server/requests/creation/create';
import { exportRequests } from '@/lib/server/requests/lists/export';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { ALL_REQUESTS } from '@/lib/requests/list/query';
import { listRequestPage } from '@/lib/server/requests/lists/list';
import { listRequestsOfRecipient } from '@/lib/server/requests/lists/list';
import { readRequest } from '@/lib/server/requests/lists/read';
import { searchBesideTransfers } from '@/lib/server/search/search';
import { filledForm } from '@/scripts/stack/filled-form';
import { as } from '@/scripts/testing/people/caller';
import { addEntry } from '@/scripts/testing/data/profile-data';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, signInAs } from '@/scripts/testing/test-process';

// What a person who sees one profile may try: to learn of entries of the address book that only other profiles may pay,
// from requests that they see, or from what a change of the address book answers.

setUpTestConsole();
const [OWN, HIDDEN] = ['p-sub', 'p-hq'] as const;
const clerk = signedIn('clerk', ['finance']);
const treasurer = signedIn('treasurer', ['finance']);
let address: string;
let hiddenId: string;

beforeAll(async () => {
  await signInAs('approver-one', ['approver']);
  await signInAs('approver-two', ['approver']);
  await putRightsInForce([{ may: 'see', who: clerk.person.id, profiles: [OWN] }]);
});
beforeEach(async () => {
  address = `0x${randomBytes(20).toString('hex')}`;
  hiddenId = await addEntry(hiddenEntry());
  as(clerk);
});

const entry = (change: Partial<RecipientEntry> = {}): RecipientEntry => ({
  name: `Desk ${randomUUID().slice(0, 8)}`,
  network: 'ETHEREUM',
  address: `0x${randomBytes(20).toString('hex')}`,
  memo: null,
  note: '',
  profiles: [],
  beneficiary: null,
  ...change,
});
const hiddenEntry = () => entry({ name: `Quiet ${address.slice(2, 10)}`, address, profiles: [HIDDEN] });

const proposeChange = (change: { id: string } & Record<string, unknown>) =>
  propose({ kind: 'recipient', subject: change.id, payload: { changes: [change] }, comment: 'by phone' });

describe('the name of a hidden entry', () => {
  it('stands on no request to its recipient: not on its page, in lists, batches, searches and exports', async () => {
    const made = await createRequest({
      formKey: randomUUID(),
      form: filledForm({ profileId: OWN, destinationAddress: address, referenceId: `one-${address}` }),
    });
    const items = ['1', '2'].map((value) => filledForm({ profileId: OWN, destinationAddress: address, value }));
    const batch = await createBatch({ batchKey: randomUUID(), name: 'Batch', items });
    if (!made.ok || !batch.ok) throw new Error(JSON.stringify([made, batch]));
    const readAll = async () => {
      const exported = await exportRequests(new URLSearchParams());
      return [
        await readRequest(made.value.requestId),
        await listRequestPage({ query: ALL_REQUESTS }),
        await readBatch(batch.value.bundleId),
        await searchBesideTransfers(`one-${address}`),
        exported.ok && (await new Response(exported.value.stream).text()),
      ].map((answer) => JSON.stringify(answer));
    };
    for (const answer of await readAll()) {
      expect(answer).toContain(address);
      expect(answer).not.toContain('Quiet');
    }
    const byName = await searchBesideTransfers(`Quiet ${address.slice(2, 10)}`);
    expect(byName).toMatchObject({ ok: true, value: { requests: [], recipients: [] } });
    expect(await listRequestsOfRecipient(hiddenId)).toEqual(await listRequestsOfRecipient(randomUUID()));
    as(treasurer);
    for (const answer of await readAll()) expect(answer).toContain('Quiet');
    expect(await searchBesideTransfers(`Quiet ${address.slice(2, 10)}`)).toMatchObject({
      value: { requests: expect.arrayContaining([expect.objectContaining({ refId: `one-${address}` })]) },
    });
  });

  it('is in no conflict with a change of the address book', async () => {
    const { name } = hiddenEntry();
    const same = await proposeChange({ kind: 'add', id: randomUUID(), after: entry({ address }) });
    const named = await proposeChange({ kind: 'add', id: randomUUID(), after: entry({ name: name.toUpperCase() }) });
    const taken = await proposeChange({ kind: 'add', id: hiddenId, after: entry() });
    const checked = await checkEntries({ entries: [entry({ address }), entry()] });
    expect(checked).toMatchObject({ value: [{ saved: { id: null, name: null } }, { saved: null }] });
    expect(JSON.stringify(same)).toContain('is already in the address book as an entry of another profile.');
    expect(JSON.stringify(named)).toContain('looks the same: an entry of another profile.');
    expect(JSON.stringify(taken)).toContain('An entry with this ID is already in the address book.');
    expect(JSON.stringify([same, named, taken, checked])).not.toMatch(/Quiet|p-hq/);
    as(treasurer);
    expect(await checkEntries({ entries: [entry({ address })] })).toMatchObject({
      value: [{ saved: { id: hiddenId, name } }],
    });
    const seen = await proposeChange({ kind: 'add', id: randomUUID(), after: entry({ address }) });
    expect(JSON.stringify(seen)).toContain(`is already in the address book as “${name}”.`);
  });
});

describe('a change of a hidden entry', () => {
  it('is answered as one of an entry that does not exist', async () => {
    const before = hiddenEntry();
    for (const change of [
      { kind: 'retire', before },
      { kind: 'retire', before: entry() },
      { kind: 'change', before, after: entry() },
      { kind: 'restore', before: entry() },
    ]) {
      const answer = await proposeChange({ id: hiddenId, ...change });
      expect([change, answer]).toMatchObject([
        change,
        { error: { kind: 'not-possible', reason: 'The address book has no such entry. Load the page again.' } },
      ]);
      expect(answer).toEqual(await proposeChange({ id: randomUUID(), ...change }));
    }
    as(treasurer);
    expect(await proposeChange({ id: hiddenId, kind: 'retire', before })).toMatchObject({ ok: true });
  });
});
