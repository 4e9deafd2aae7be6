import { randomBytes, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import { readRecipientRow, RECIPIENT_COLUMNS } from '@/lib/recipients/read-sheet';
import { toRecipientEntry } from '@/lib/recipients/form';
import { NETWORKS } from '@/lib/networks/networks';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { policyVersions } from '@/lib/server/database/policy-versions';
import { proposals } from '@/lib/server/database/schema/proposals';
import { knownAddresses, recipients } from '@/lib/server/database/schema/recipients';
import { sends } from '@/lib/server/database/schema/sends';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { checkEntries } from '@/lib/server/recipients/check';
import { exportRecipients } from '@/lib/server/recipients/export';
import { findSimilarAddresses, readSimilarAddresses } from '@/lib/server/recipients/similar-addresses';
import { findRecipientsByName } from '@/lib/server/recipients/find';
import { findSavedRecipient, readRecipientChoices, readRecipients } from '@/lib/server/recipients/read';
import { recordPaidAddresses } from '@/lib/server/recipients/known-addresses';
import { readRecipient, readOpenProposals } from '@/lib/server/recipients/view';
import { createRequest } from '@/lib/server/requests/creation/create';
import { listRequestsOfRecipient } from '@/lib/server/requests/lists/list';
import { sendNext } from '@/lib/server/sends/worker';
import { trackSends } from '@/lib/server/sends/track';
import { readSheet } from '@/lib/text/sheet';
import { declineProposal, withdrawProposal } from '@/lib/server/proposals/decide';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';

const running = setUpTestConsole();
let [finance, financeTwo, approver, admin, support]: SignedIn[] = [];

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  financeTwo = await signInAs('finance-two', ['finance']);
  approver = await signInAs('approver', ['approver']);
  admin = await signInAs('admin', ['admin', 'finance']);
  support = await signInAs('support', ['support']);
  // These tests are about payments, not approvals.
  await database()
    .insert(policyVersions)
    .values({
      version: sql`(select max(version) + 1 from policy_versions)`,
      rules: [{ name: 'One approval', when: {}, then: { kind: 'approve', count: 1 } }],
    });
});
beforeEach(() => as(finance));
const evmAddress = () => `0x${randomBytes(20).toString('hex')}`;
/** Changes one digit in the middle, which a person who reads only the ends does not notice. */
const similarTo = (address: string) => `${address.slice(0, 20)}${address[20] === '0' ? '1' : '0'}${address.slice(21)}`;

const entry = (change: Partial<RecipientEntry> = {}): RecipientEntry => ({
  name: `Desk ${randomUUID().slice(0, 8)}`,
  network: 'ETHEREUM',
  address: evmAddress(),
  memo: null,
  note: '',
  profiles: [],
  beneficiary: null,
  ...change,
});

const proposeChanges = (
  changes: object[],
  { subject, person = finance }: { subject?: string; person?: SignedIn | undefined } = {},
) => {
  as(person);
  const [first] = changes as { id: string }[];
  return propose({
    kind: 'recipient',
    subject: subject ?? (changes.length === 1 ? first?.id : randomUUID()),
    payload: { changes },
    comment: 'by phone',
  });
};

const confirm = (person: SignedIn | undefined, proposalId: string, choices?: Record<string, string>) => {
  as(person);
  return confirmProposal({ proposalId, comment: '', ...(choices && { choices }) });
};

const proposeSurely = async (changes: object[], how: Parameters<typeof proposeChanges>[1] = {}) =>
  surely(await proposeChanges(changes, how)).proposalId;

/** Adds an entry by two people and gives its ID. */
async function save(after: RecipientEntry): Promise<string> {
  const id = randomUUID();
  expect(await confirm(approver, await proposeSurely([{ kind: 'add', id, after }]))).toMatchObject({ ok: true });
  as(finance);
  return id;
}

const look = async (id: string) => surely(await readRecipient(id));

const similarAddressesOf = async (address: string, network = 'ETHEREUM') =>
  (await findSimilarAddresses(SYSTEM_READER, { network, address })).map((found) => !found.isHidden && found.address);
const outcomeOf = async (proposalId: string) =>
  (await database().select().from(proposals).where(eq(proposals.id, proposalId)))[0]?.state;

/** Pays a recipient and tracks the send to its end, before the paid address is recorded. */
async function pay(form: Partial<ReturnType<typeof filledForm>>): Promise<string> {
  as(finance);
  const made = surely(await createRequest({ formKey: randomUUID(), form: filledForm(form) }));
  if (approver) await approveRequest(made.requestId, approver.person);
  await sendNext();
  running.sandbox.clock.nowMs += 20_000;
  await database()
    .update(sends)
    .set({ trackAt: sql`now()` })
    .where(eq(sends.requestId, made.requestId));
  await trackSends();
  return made.requestId;
}

describe('a change of the address book', () => {
  it('takes two people: one who proposes and one who confirms', async () => {
    const id = randomUUID();
    const after = entry({ note: 'ask for the desk', profiles: ['p-ops'] });
    for (const person of [approver, support])
      expect(await proposeChanges([{ kind: 'add', id, after }], { person })).toMatchObject({
        error: { kind: 'forbidden' },
      });
    const proposalId = await proposeSurely([{ kind: 'add', id, after }]);
    expect(await look(id)).toMatchObject({
      entry: null,
      proposals: [{ state: 'OPEN', changes: [{ kind: 'add', after }] }],
    });
    as(approver);
    expect(await readOpenProposals()).toMatchObject({
      value: [{ subject: id, count: 1, first: { after }, proposedBy: 'finance', confirmDenialReason: null }],
    });
    expect(await confirm(finance, proposalId)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await confirm(financeTwo, proposalId)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await confirm(support, proposalId)).toMatchObject({ error: { kind: 'forbidden' } });
    expect(await database().$count(recipients, eq(recipients.id, id))).toBe(0);
    expect(await confirm(approver, proposalId)).toMatchObject({ ok: true });
    as(support);
    expect(await look(id)).toMatchObject({
      entry: { ...after, id, state: 'ACTIVE', owner: 'finance', paid: { times: 0, lastAt: null } },
    });
    const log = await database()
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subject, `recipient:${id}`))
      .orderBy(auditLog.seq);
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['proposal.made', 'proposal.confirmed', 'recipient.changed']),
    );
  });

  it('is never confirmed by its proposer, whatever their other roles', async () => {
    const id = randomUUID();
    const proposalId = await proposeSurely([{ kind: 'add', id, after: entry() }], { person: admin });
    expect(await confirm(admin, proposalId)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('Another person') },
    });
    as(approver);
    expect(await declineProposal({ proposalId, comment: 'unknown to us' })).toMatchObject({ ok: true });
    expect(await look(id)).toMatchObject({ entry: null, proposals: [{ state: 'DECLINED' }] });
  });

  it('changes, retires and restores an entry, and keeps the whole history', async () => {
    const before = entry();
    const id = await save(before);
    const after = { ...before, name: 'Renamed', note: 'since May' };
    const step = async (change: object) =>
      expect(await confirm(approver, await proposeSurely([{ id, ...change }]))).toMatchObject({ ok: true });
    await step({ kind: 'change', before, after });
    expect(await look(id)).toMatchObject({ entry: after });
    await step({ kind: 'retire', before: after });
    expect(await look(id)).toMatchObject({ entry: { ...after, state: 'RETIRED' } });
    expect(await readRecipientChoices({ q: 'Renamed' })).toEqual({ ok: true, value: [] });
    expect(await readRecipients({ q: 'Renamed', state: 'RETIRED' })).toMatchObject({ value: { items: [{ id }] } });
    // A saved address stays known.
    expect(await similarAddressesOf(similarTo(before.address))).toEqual([before.address]);
    await step({ kind: 'restore', before: after });
    expect((await look(id)).proposals.map(({ state, changes }) => [state, changes[0]?.kind])).toEqual([
      ['CONFIRMED', 'restore'],
      ['CONFIRMED', 'retire'],
      ['CONFIRMED', 'change'],
      ['CONFIRMED', 'add'],
    ]);
  });

  it('holds the beneficiary as it is sent, in its order, and refuses one that cannot be sent', async () => {
    const before = entry({ beneficiary: { person_details: { first_name: 'Ada', last_name: 'Byron' } } });
    const id = await save(before);
    for (const found of [
      await readRecipientChoices({ q: before.name }),
      await findRecipientsByName({ names: [before.name] }),
    ])
      expect(found.ok && JSON.stringify(found.value[0]?.beneficiary)).toBe(JSON.stringify(before.beneficiary));
    const after = { ...before, beneficiary: { vasp: { lei: '5493001KJTIIGC8Y1R12' }, b: 1, a: 2 } };
    expect(await confirm(approver, await proposeSurely([{ kind: 'change', id, before, after }]))).toMatchObject({
      ok: true,
    });
    const found = await look(id);
    expect(JSON.stringify(found.entry?.beneficiary)).toBe(JSON.stringify(after.beneficiary));
    for (const beneficiary of [{ a: '\u0000' }, { a: '\uD800' }, { a: 'x'.repeat(5000) }, [], 'Ada'])
      expect(
        await proposeChanges([{ kind: 'change', id, before: after, after: { ...after, beneficiary } }]),
      ).toMatchObject({ ok: false });
  });

  it('is void, or not accepted, where the entry has changed since', async () => {
    const before = entry();
    const id = await save(before);
    const proposalId = await proposeSurely([{ kind: 'change', id, before, after: { ...before, name: 'Late' } }]);
    await database().update(recipients).set({ note: 'touched' }).where(eq(recipients.id, id));
    expect(await confirm(approver, proposalId)).toMatchObject({
      error: { kind: 'not-possible', reason: expect.stringContaining('has changed since this was proposed') },
    });
    expect(await look(id)).toMatchObject({ entry: { name: before.name } });
    as(finance);
    await withdrawProposal({ proposalId, comment: '' });
    expect(await proposeChanges([{ kind: 'change', id, before, after: { ...before, name: 'Late' } }])).toMatchObject({
      error: { kind: 'not-possible' },
    });
  });

  it('applies once where two for the same recipient are confirmed at once', async () => {
    const { address } = entry();
    const proposalIds = [];
    for (const name of ['One', 'Two'])
      proposalIds.push(await proposeSurely([{ kind: 'add', id: randomUUID(), after: entry({ name, address }) }]));
    const outcomes = await Promise.all(
      proposalIds.map((proposalId, index) => confirm(index === 0 ? approver : admin, proposalId)),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const ends = await Promise.all(proposalIds.map(outcomeOf));
    expect(ends.filter((end) => end === 'CONFIRMED')).toHaveLength(1);
    expect(await database().$count(recipients, eq(recipients.address, address))).toBe(1);
  });

  it.each<[string, () => Promise<object[]>, string, string]>([
    [
      'an address of another network',
      async () => [{ kind: 'add', id: randomUUID(), after: entry({ network: 'BITCOIN' }) }],
      'not-possible',
      'Bitcoin',
    ],
    [
      'the same recipient once more, in capitals',
      async () => {
        const after = entry();
        await save(after);
        return [
          { kind: 'add', id: randomUUID(), after: entry({ address: `0x${after.address.slice(2).toUpperCase()}` }) },
        ];
      },
      'not-possible',
      'already in the address book',
    ],
    [
      'the same recipient twice in a sheet',
      async () => {
        const { address } = entry();
        return [1, 2].map((row) => ({ kind: 'add', id: randomUUID(), after: entry({ name: `Row ${row}`, address }) }));
      },
      'not-possible',
      'same recipient as “Row 1”',
    ],
    [
      'a name with an invisible character',
      async () => [{ kind: 'add', id: randomUUID(), after: entry({ name: 'De\u202Esk' }) }],
      'invalid',
      'invisible character',
    ],
    [
      'a name that is too long',
      async () => [{ kind: 'add', id: randomUUID(), after: entry({ name: 'x'.repeat(81) }) }],
      'invalid',
      'at most 80',
    ],
    [
      'no name',
      async () => [{ kind: 'add', id: randomUUID(), after: entry({ name: ' ' }) }],
      'invalid',
      'Enter a name',
    ],
    [
      'a change of nothing',
      async () => {
        const before = entry();
        return [{ kind: 'change', id: await save(before), before, after: before }];
      },
      'not-possible',
      'already has these values',
    ],
    [
      'an entry that does not exist',
      async () => [{ kind: 'retire', id: randomUUID(), before: entry() }],
      'not-possible',
      'no such entry',
    ],
    [
      'an unknown member',
      async () => [{ kind: 'add', id: randomUUID(), after: { ...entry(), owner: 'me' } }],
      'invalid',
      'nrecognized',
    ],
    ['nothing', async () => [], 'invalid', 'at least one change'],
    [
      'several that are not all new',
      async () => [
        { kind: 'add', id: randomUUID(), after: entry() },
        { kind: 'retire', id: randomUUID(), before: entry() },
      ],
      'not-possible',
      'only be added together',
    ],
  ])('is refused with %s', async (_what, changes, kind, words) => {
    const all = await changes();
    expect(await proposeChanges(all, all.length === 1 ? {} : { subject: randomUUID() })).toMatchObject({
      ok: false,
      error: { kind, reason: expect.stringContaining(words) },
    });
  });

  it('is refused under the ID of another entry, and made only once for the same', async () => {
    const change = { kind: 'add', id: randomUUID(), after: entry() };
    expect(await proposeChanges([change], { subject: randomUUID() })).toMatchObject({
      error: { kind: 'not-possible' },
    });
    expect(await proposeChanges([change], { subject: 'recipient' })).toMatchObject({ error: { kind: 'not-found' } });
    const proposalId = await proposeSurely([change]);
    expect(await proposeSurely([change])).toBe(proposalId);
    expect(await proposeChanges([{ ...change, after: entry() }])).toMatchObject({ error: { kind: 'not-now' } });
  });

  it('distinguishes recipients by memo only where the network does', async () => {
    const address = 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7';
    await save(entry({ network: 'STELLAR', address, memo: '17' }));
    const second = await save(entry({ network: 'STELLAR', address, memo: '18' }));
    const body = { crypto_network: 'STELLAR', destination_address: address, profile_id: 'p-ops' };
    expect(await findSavedRecipient({ ...body, memo: '18' })).toMatchObject({ id: second });
    expect(await findSavedRecipient({ ...body, memo: '19' })).toBeNull();
    const plain = entry();
    await save(plain);
    expect(await proposeChanges([{ kind: 'add', id: randomUUID(), after: { ...plain, memo: 'x' } }])).toMatchObject({
      error: { kind: 'not-possible' },
    });
  });
});

describe('similar addresses', () => {
  it('are confirmed by both people, never silently', async () => {
    const known = entry();
    await save(known);
    const address = similarTo(known.address);
    const id = randomUUID();
    const change = { kind: 'add', id, after: entry({ address }) };
    expect(await proposeChanges([change])).toMatchObject({
      error: { kind: 'not-possible', reason: expect.stringContaining('closely resembles one that is known') },
    });
    expect(await proposeChanges([{ ...change, chosen: known.address }])).toMatchObject({
      error: { reason: expect.stringContaining('is not the address of') },
    });
    // The server ignores the browser's list and searches itself.
    const proposalId = await proposeSurely([{ ...change, chosen: address, lookAlikes: [] }]);
    expect((await look(id)).similarAddresses[id]).toMatchObject([
      { address: known.address, name: known.name, resemblance: 'few-differences', lastPaidAt: null },
    ]);
    expect(await confirm(approver, proposalId)).toMatchObject({
      error: { kind: 'invalid', reason: expect.stringContaining('must each confirm the address') },
    });
    expect(await confirm(approver, proposalId, { [id]: known.address })).toMatchObject({ error: { kind: 'invalid' } });
    expect(await confirm(approver, proposalId, { [randomUUID()]: address })).toMatchObject({
      error: { kind: 'invalid' },
    });
    expect(await confirm(approver, proposalId, { [id]: address })).toMatchObject({ ok: true });
    expect(await similarAddressesOf(address)).toEqual([known.address]);
  });

  it('that appear after the proposal must be confirmed again', async () => {
    const after = entry();
    const proposalId = await proposeSurely([{ kind: 'add', id: randomUUID(), after }]);
    await save(entry({ address: similarTo(after.address) }));
    expect(await confirm(approver, proposalId)).toMatchObject({
      error: { kind: 'not-possible', reason: expect.stringContaining('The proposer and the person who confirms') },
    });
    expect(await outcomeOf(proposalId)).toBe('OPEN');
  });

  it('of every kind are found on all networks of a family, never the address itself', async () => {
    const known = entry();
    const id = await save(known);
    const digits = known.address.slice(2);
    const sameEnds = `0x${digits.slice(0, 6)}${randomBytes(14).toString('hex')}${digits.slice(-6)}`;
    const reordered = `0x${Array.from(digits).toReversed().join('')}`;
    for (const [address, resemblance] of [
      [similarTo(known.address), 'few-differences'],
      [sameEnds, 'same-ends'],
      [reordered, 'reordered'],
    ] as const) {
      for (const network of ['ETHEREUM', 'BASE'])
        expect(await findSimilarAddresses(SYSTEM_READER, { network, address })).toMatchObject([
          { address: known.address, network: 'ETHEREUM', resemblance, name: known.name },
        ]);
      expect(await findSimilarAddresses(SYSTEM_READER, { network: 'SOLANA', address })).toEqual([]);
    }
    expect(await similarAddressesOf(known.address.toUpperCase().replace('0X', '0x'))).toEqual([]);
    await database().update(recipients).set({ state: 'RETIRED' }).where(eq(recipients.id, id));
    expect(
      await findSimilarAddresses(SYSTEM_READER, { network: 'ETHEREUM', address: similarTo(known.address) }),
    ).toMatchObject([{ name: null }]);
    as(support);
    expect(await readSimilarAddresses({ network: 'ETHEREUM', address: similarTo(known.address) })).toMatchObject({
      ok: true,
      value: [{ address: known.address }],
    });
    as(undefined);
    expect(await readSimilarAddresses({})).toEqual(failure('signed-out'));
  });

  it('come from completed payments, however the console learned of them', async () => {
    const address = evmAddress();
    const requestId = await pay({ destinationAddress: address });
    expect(await similarAddressesOf(similarTo(address))).toEqual([]);
    expect(await recordPaidAddresses()).toBe(1);
    expect(await recordPaidAddresses()).toBe(0);
    const [found] = await findSimilarAddresses(SYSTEM_READER, { network: 'BASE', address: similarTo(address) });
    expect(found).toMatchObject({ address, network: 'ETHEREUM', name: null, lastPaidAt: expect.stringMatching(/Z$/) });
    // As in a console with sends that were completed before addresses were recorded.
    await database().delete(knownAddresses).where(eq(knownAddresses.address, address));
    await database().update(sends).set({ isRemembered: false }).where(eq(sends.requestId, requestId));
    await recordPaidAddresses();
    expect(await similarAddressesOf(similarTo(address))).toEqual([address]);
    const id = await save(entry({ address, name: 'Paid before' }));
    expect(await look(id)).toMatchObject({
      entry: { paid: { times: 1, lastAt: expect.any(String) } },
    });
    expect(await listRequestsOfRecipient(id)).toMatchObject({ ok: true, value: [{ id: requestId }] });
    expect(
      await findSimilarAddresses(SYSTEM_READER, { network: 'ETHEREUM', address: similarTo(address) }),
    ).toMatchObject([{ name: 'Paid before', lastPaidAt: expect.any(String) }]);
  });

  it('never come from transfers that anyone can cause, nor from failed or unfinished ones', async () => {
    const planted = evmAddress();
    const before = await database().$count(knownAddresses);
    const record = {
      id: randomUUID(),
      type: 'CRYPTO_DEPOSIT',
      direction: 'CREDIT',
      status: 'COMPLETED',
      asset: 'ETH',
      amount: '0.000001',
      total: '0.000001',
      fee: '0',
    };
    const at = '2026-11-01T10:00:00Z';
    await storeRecords([
      {
        ...record,
        crypto_network: 'ETHEREUM',
        destination_address: planted,
        profile_id: 'p-ops',
        created_at: at,
        updated_at: at,
      },
      {
        ...record,
        id: randomUUID(),
        type: 'CRYPTO_WITHDRAWAL',
        direction: 'DEBIT',
        crypto_network: 'ETHEREUM',
        destination_address: planted,
        profile_id: 'p-ops',
        created_at: at,
      },
    ]);
    const failing = evmAddress();
    await pay({ destinationAddress: failing, profileId: 'p-empty' });
    await recordPaidAddresses();
    expect(await database().$count(knownAddresses)).toBe(before);
    expect(await similarAddressesOf(similarTo(planted))).toEqual([]);
    expect(await similarAddressesOf(similarTo(failing))).toEqual([]);
  });
});

describe('an import', () => {
  it('adds all rows or none, and stands in the history of each', async () => {
    const known = entry();
    await save(known);
    const rows = [
      ...Array.from({ length: 30 }, (_, row) => entry({ name: `Sheet ${row}` })),
      entry({ address: similarTo(known.address) }),
    ];
    expect(await checkEntries({ entries: rows })).toMatchObject({
      ok: true,
      value: expect.objectContaining({ 0: { saved: null, similarAddresses: [] } }),
    });
    const changes = rows.map((after) => ({ kind: 'add', id: randomUUID(), after, chosen: '' }));
    const [first, last] = [changes[0], changes.at(-1)];
    if (!first || !last) throw new Error('there must be rows');
    expect(await proposeChanges(changes)).toMatchObject({
      error: { reason: expect.stringContaining('closely resembles one') },
    });
    last.chosen = last.after.address;
    const subject = randomUUID();
    const proposalId = await proposeSurely(changes, { subject });
    expect((await look(subject)).proposals[0]?.changes).toHaveLength(31);
    expect(await confirm(approver, proposalId)).toMatchObject({ error: { kind: 'invalid' } });
    expect(await database().$count(recipients, eq(recipients.proposalId, proposalId))).toBe(0);
    expect(await confirm(approver, proposalId, { [last.id]: last.after.address })).toMatchObject({ ok: true });
    expect(await database().$count(recipients, eq(recipients.proposalId, proposalId))).toBe(31);
    expect(await look(first.id)).toMatchObject({
      entry: first.after,
      proposals: [{ id: proposalId, changes: [{ id: first.id }] }],
    });
    as(finance);
    expect(await checkEntries({ entries: rows.slice(0, 1) })).toMatchObject({
      value: [{ saved: { name: 'Sheet 0' } }],
    });
  });

  it('asks to confirm addresses of rows that resemble each other', async () => {
    const one = entry();
    const rows = [one, entry({ address: similarTo(one.address) })];
    expect(await checkEntries({ entries: rows })).toMatchObject({
      value: rows.map((_row, index) => ({ similarAddresses: [{ name: rows[1 - index]?.name }] })),
    });
    expect(await proposeChanges(rows.map((after) => ({ kind: 'add', id: randomUUID(), after })))).toMatchObject({
      error: { kind: 'not-possible' },
    });
  });

  it('reads an export back as the same entries', async () => {
    const odd = entry({
      name: '=1+1; "quoted"',
      note: '-2, and more',
      profiles: ['p-1', 'p-2'],
      beneficiary: { institution_details: { name: '=Grace & Co' } },
    });
    const stellar = entry({
      network: 'STELLAR',
      address: 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
      memo: '0017',
    });
    for (const one of [odd, stellar]) await save(one);
    as(support);
    const exported = surely(await exportRecipients());
    const sheet = readSheet(await new Response(exported).text());
    if (!sheet.ok) throw new Error(sheet.error);
    const columns = RECIPIENT_COLUMNS.mapColumns(sheet.value.columns);
    expect(columns.filter(({ field }) => field === undefined)).toEqual([]);
    const entries = sheet.value.rows.map((cells) =>
      toRecipientEntry(readRecipientRow({ cells, edits: {} }, { columns, networks: NETWORKS }).form),
    );
    expect(entries).toHaveLength(await database().$count(recipients, eq(recipients.state, 'ACTIVE')));
    expect(entries).toEqual(expect.arrayContaining([odd, stellar]));
  });

  it('is checked only for people who may add entries', async () => {
    as(support);
    expect(await checkEntries({ entries: [] })).toMatchObject({ error: { kind: 'forbidden' } });
    as(finance);
    expect(await checkEntries({ entries: [{ name: 'x' }] })).toMatchObject({ error: { status: 400 } });
  });
});

describe('reading the address book', () => {
  it('finds by name, note and address in whatever form, and pages by name', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `Pager ${String(index).padStart(2, '0')}`);
    const proposalId = await proposeSurely(
      names.map((name) => ({ kind: 'add', id: randomUUID(), after: entry({ name, note: '100%_sure' }) })),
    );
    await confirm(approver, proposalId);
    as(support);
    const first = await readRecipients({ q: 'pager' });
    if (!first.ok || !first.value.next) throw new Error('there must be a second page');
    const second = surely(await readRecipients({ q: 'pager', after: first.value.next }));
    expect([...first.value.items, ...second.items].map(({ name }) => name)).toEqual(names);
    expect(second.next).toBeNull();
    expect(await readRecipientChoices({ q: '100%_sure' })).toMatchObject({
      value: expect.objectContaining({ length: 50 }),
    });
    expect(await readRecipientChoices({ q: '100__sure' })).toEqual({ ok: true, value: [] });
    const { address } = first.value.items[0] ?? entry();
    for (const q of [
      address.toUpperCase().replace('0X', '0x'),
      address.replaceAll(/(.{4})/g, '$1 '),
      address.slice(4, 12),
    ]) {
      expect(await readRecipientChoices({ q })).toMatchObject({ value: [{ address }] });
    }
    expect(await readRecipientChoices({ q: address, network: 'BASE' })).toEqual({ ok: true, value: [] });
    expect(await readRecipients({ q: ['odd'], after: 'none', state: 'x' })).toMatchObject({
      ok: true,
      value: { filter: { q: '', state: 'ACTIVE' } },
    });
    as(undefined);
    for (const read of [
      readRecipients({}),
      readRecipientChoices({}),
      readRecipient(randomUUID()),
      readOpenProposals(),
      exportRecipients(),
    ])
      expect(await read).toEqual(failure('signed-out'));
  });

  it('finds many at once by their exact names, those that share one too', async () => {
    const [alone, shared] = [`Alone ${randomUUID()}`, `Shared ${randomUUID()}`];
    const entries = [entry({ name: alone }), entry({ name: shared }), entry({ name: shared, network: 'BASE' })];
    for (const one of entries) await save(one);
    as(support);
    const found = await findRecipientsByName({
      names: [alone, shared, alone.toLowerCase(), 'Alone', 'x\0y', 'z'.repeat(5_000)],
    });
    expect(found).toEqual({
      ok: true,
      value: expect.arrayContaining(entries.map((one) => expect.objectContaining(one))),
    });
    expect(found.ok && found.value.length).toBe(entries.length);
    for (const odd of [undefined, {}, { names: 'x' }, { names: [] }])
      expect(await findRecipientsByName(odd)).toEqual({ ok: true, value: [] });
    as(undefined);
    expect(await findRecipientsByName({ names: [alone] })).toEqual(failure('signed-out'));
  });

  it('gives an entry only to the profiles that it may be used with', async () => {
    const saved = entry({ profiles: ['p-ops'] });
    await save(saved);
    const body = { crypto_network: 'ETHEREUM', destination_address: saved.address };
    expect(await findSavedRecipient({ ...body, profile_id: 'p-ops' })).toMatchObject({ name: saved.name });
    expect(await findSavedRecipient({ ...body, profile_id: 'p-other' })).toBeNull();
  });
});
