import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import { readProfiles } from '@/lib/server/profiles/profile-names';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { listConfirmable } from '@/lib/server/proposals/waiting';
import { readOpenProposals, readRecipient } from '@/lib/server/recipients/view';
import { as } from '@/scripts/testing/people/caller';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn, type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';

// What a person who sees one profile may try: to learn of other profiles from proposed changes, or to change what they
// do not see.

setUpTestConsole();
const [OWN, HIDDEN] = ['p-sub', 'p-hq'] as const;
const clerk = signedIn('clerk', ['finance']);
const limitedAdmin = signedIn('limited-admin', ['admin']);
const finance = signedIn('finance', ['finance']);
let [admin, adminTwo]: SignedIn[] = [];

beforeAll(async () => {
  admin = await signInAs('admin', ['admin']);
  adminTwo = await signInAs('admin-two', ['admin']);
});
beforeEach(() =>
  putRightsInForce([clerk, limitedAdmin].map(({ person }) => ({ may: 'see', who: person.id, profiles: [OWN] }))),
);

const NOT_FOUND = failure('not-found');
const entry = (name: string, profiles: string[]): RecipientEntry => ({
  name,
  network: 'ETHEREUM',
  address: `0x${randomBytes(20).toString('hex')}`,
  memo: null,
  note: '',
  profiles,
  beneficiary: null,
});

async function proposeAs(person: SignedIn | undefined, kind: string, subject: string, payload: unknown) {
  as(person);
  return surely(
    await propose({
      kind,
      subject,
      payload,
      comment: kind === 'recipient' ? 'agreed' : `for ${HIDDEN}`,
    }),
  ).proposalId;
}
const proposeEntries = (...entries: { id: string; after: RecipientEntry }[]) => {
  const changes = entries.map((change) => ({ kind: 'add', ...change }));
  const [only, ...more] = entries;
  return proposeAs(finance, 'recipient', only && more.length === 0 ? only.id : randomUUID(), { changes });
};
async function confirmAs(person: SignedIn | undefined, proposalId: string) {
  as(person);
  return confirmProposal({ proposalId, comment: '' });
}
const namesOfOpen = async () => {
  const open = surely(await readOpenProposals());
  return open.map(({ first }) => ('after' in first ? first.after.name : ''));
};

describe('proposals for the address book', () => {
  it('are missing where they are about an entry of another profile', async () => {
    const [hidden, own] = [randomUUID(), randomUUID()];
    const proposalId = await proposeEntries({ id: hidden, after: entry('Quiet fund', [HIDDEN]) });
    await proposeEntries({ id: own, after: entry('Own desk', [OWN]) });
    await proposeEntries(
      { id: randomUUID(), after: entry('Own import', [OWN]) },
      { id: randomUUID(), after: entry('Quiet import', [HIDDEN]) },
    );
    as(finance);
    expect(await namesOfOpen()).toEqual(['Quiet fund', 'Own desk', 'Own import']);
    expect(await readRecipient(hidden)).toMatchObject({ ok: true });
    as(clerk);
    expect(await namesOfOpen()).toEqual(['Own desk']);
    expect(await readRecipient(own)).toMatchObject({ value: { proposals: [{ state: 'OPEN' }] } });
    expect(await readRecipient(hidden)).toEqual(NOT_FOUND);
    expect(await readRecipient(hidden)).toEqual(await readRecipient(randomUUID()));
    expect(await confirmAs(admin, proposalId)).toMatchObject({ ok: true });
    as(clerk);
    expect(await readRecipient(hidden)).toEqual(NOT_FOUND);
  });

  it('are left out of the history of an entry that was of another profile before', async () => {
    const id = randomUUID();
    const before = entry('Quiet past', [HIDDEN]);
    await confirmAs(admin, await proposeEntries({ id, after: before }));
    const after = { ...before, name: 'Shared desk', profiles: [] };
    const changes = [{ kind: 'change', id, before, after }];
    await confirmAs(admin, await proposeAs(finance, 'recipient', id, { changes }));
    as(clerk);
    const read = await readRecipient(id);
    expect(read).toMatchObject({ value: { entry: { name: 'Shared desk' }, proposals: [] } });
    expect(JSON.stringify(read)).not.toMatch(/Quiet|p-hq/);
  });
});

describe('names of profiles', () => {
  const NAMES = [
    { id: HIDDEN, name: 'Headquarters' },
    { id: OWN, name: 'Subsidiary' },
  ];

  it('are proposed without a word to somebody who does not see every profile', async () => {
    const proposalId = await proposeAs(admin, 'profile-names', 'profile-names', { basedOn: 0, value: NAMES });
    for (const stage of ['proposed', 'in force']) {
      for (const person of [clerk, limitedAdmin]) {
        as(person);
        const read = await readProfiles();
        expect([stage, read]).toMatchObject([stage, { ok: true, value: { proposals: [] } }]);
        expect(JSON.stringify(read)).not.toMatch(/p-hq|Headquarters/);
      }
      expect(JSON.stringify(await listConfirmable())).not.toContain(HIDDEN);
      expect(await confirmAs(limitedAdmin, proposalId)).toMatchObject(NOT_FOUND);
      if (stage === 'proposed') expect(await confirmAs(adminTwo, proposalId)).toMatchObject({ ok: true });
    }
  });

  it('are not changed by an administrator who does not see every profile', async () => {
    as(limitedAdmin);
    const { version, profiles } = surely(await readProfiles()).current;
    expect(profiles).toEqual([{ id: OWN, name: 'Subsidiary' }]);
    const payload = { basedOn: version, value: [{ id: OWN, name: 'Renamed' }] };
    expect(
      await propose({ kind: 'profile-names', subject: 'profile-names', payload, comment: 'renamed' }),
    ).toMatchObject({ error: { kind: 'not-possible', reason: expect.stringContaining('who see every profile') } });
    as(admin);
    expect(await readProfiles()).toMatchObject({ value: { current: { profiles: NAMES } } });
  });
});
