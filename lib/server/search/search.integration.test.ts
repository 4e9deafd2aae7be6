import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { as } from '@/scripts/testing/people/caller';
import { storeRecords, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { surely } from '@/scripts/testing/results';
import { make } from '@/scripts/testing/data/requests';
import { recipientKey } from '@/lib/recipients/recipients';
import { describeRequestOutcome } from '@/lib/requests/describe-outcome';
import { NOTHING_FOUND } from '@/lib/search/found';
import { readSearchTerm } from '@/lib/search/search-terms';
import { addCaseNote, findCaseNotes } from '@/lib/server/cases/notes';
import { addRecipients, nameRecipientsOf } from '@/lib/server/recipients/names';
import { findRequests } from '@/lib/server/requests/search/find';
import { findRequestsByReference, searchBesideTransfers } from '@/lib/server/search/search';
import { readPaidTo } from '@/lib/server/mirror/search/to-address';
import { listTransfersOfRecipient } from '@/lib/server/transfers/of-recipient';
import { sendNext } from '@/lib/server/sends/worker';

setUpTestConsole();
let finance: SignedIn;
let others: SignedIn[];
const ADDRESS = '0x27b1fdb04752bbc536007a920d24acb045561c26';
const OTHER_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

beforeAll(async () => {
  finance = await signInAs('Fiona of Finance', ['finance']);
  others = [await signInAs('approver-one', ['approver']), await signInAs('approver-two', ['approver'])];
});
beforeEach(() => {
  as(finance);
});

async function addEntry(
  name: string,
  change: { network?: string; address?: string; memo?: string; state?: string } = {},
) {
  const { network = 'ETHEREUM', address = ADDRESS, memo = null, state = 'ACTIVE' } = change;
  const key = recipientKey({ crypto_network: network, destination_address: address, ...(memo !== null && { memo }) });
  const id = randomUUID();
  await withoutTriggers((transaction) =>
    transaction.execute(sql`
      with proposal as (
        insert into proposals (kind, subject, payload, comment, proposed_by, state)
        values ('recipient', ${id}, '{"changes":[]}', '', ${finance.person.id}, 'DECLINED') returning id)
      insert into recipients (id, state, name, network, address, memo, recipient_key, normal_address, owner_id, proposal_id)
      select ${id}::uuid, ${state}, ${name}, ${network}, ${address}, ${memo}, ${key}, ${(JSON.parse(key) as string[])[1]},
        ${finance.person.id}::uuid, id from proposal`),
  );
  return id;
}

const search = async (text: string) => surely(await searchBesideTransfers(text));
const requestsFor = async (text: string) =>
  (await search(text)).requests.map(({ id, match }) => [id, `${match.field} ${match.how}`]);

describe('the search of requests', () => {
  it('finds a request by each of its texts, and says which one matched', async () => {
    const id = await make({
      referenceId: 'Find-Me.2026',
      destinationAddress: OTHER_ADDRESS,
      value: '123.4567',
      note: 'Payout for the Überlingen branch',
      metadata: [{ key: 'order', value: 'ORD 7791 %x_y' }],
    });
    const byText: [string, string][] = [
      ['find-me.2026', 'ref_id exact'],
      ['FIND-ME.2', 'ref_id prefix'],
      [id, 'request_id exact'],
      ['123.4567 eth', 'amount exact'],
      ['eth 123.45670', 'amount exact'],
      ['Überlingen', 'note contains'],
      ['payout for', 'note prefix'],
      // The database of the tests has the locale C, whose lower() knows ASCII letters only.
      ['ÜBERLINGEN', 'note contains'],
      ['u\u0308berlingen', 'record contains'],
      ['ord 7791 %x_y', 'metadata.order exact'],
      ['7791 %x', 'metadata.order contains'],
    ];
    for (const [text, how] of byText) expect([text, await requestsFor(text)]).toEqual([text, [[id, how]]]);
    expect((await requestsFor(OTHER_ADDRESS.toLowerCase()))[0]).toEqual([id, 'destination_address exact']);
    expect((await requestsFor(`ethereum:${OTHER_ADDRESS}@1?value=1`))[0]).toEqual([id, 'destination_address exact']);
    expect((await requestsFor(OTHER_ADDRESS.slice(0, 12)))[0]?.[1]).toBe('destination_address prefix');
    expect((await requestsFor('of finance fiona'))[0]?.[1]).toBe('requester contains');
    expect(await requestsFor('find me.2026')).toEqual([[id, 'ref_id exact']]);
    expect(await requestsFor('no such text anywhere')).toEqual([]);
  });

  it('takes a whole reference for the answer, and puts it before longer ones', async () => {
    const long = await make({ referenceId: 'PAY-1000-b', note: 'PAY-1000 again' });
    const short = await make({ referenceId: 'PAY-1000' });
    expect(await requestsFor('pay-1000')).toEqual([
      [short, 'ref_id exact'],
      [long, 'ref_id prefix'],
    ]);
    const listed = await findRequestsByReference('PAY-10');
    expect(listed.ok && listed.value.map(({ refId }) => refId).toSorted()).toEqual(['PAY-1000', 'PAY-1000-b']);
  });

  it('finds a sent request by its transfer, and tells its outcome', async () => {
    const id = await make();
    await approveRequest(id, ...others.map(({ person }) => person));
    await sendNext();
    const [found] = (await search(id)).requests;
    expect(found?.transferId).toEqual(expect.any(String));
    const [byTransfer] = (await search(found?.transferId ?? '')).requests;
    expect(byTransfer).toMatchObject({ id, match: { field: 'transfer_id', how: 'exact' } });
    expect(byTransfer && describeRequestOutcome(byTransfer.outcome).wasSent).toBe('yes');
  });

  it.each([
    '\0',
    'a\ud800',
    '%',
    '_',
    '\\',
    '=cmd|x',
    '🎉',
    '\u202E\u200B',
    ' ',
    'x'.repeat(500),
    "'; drop table x",
    '0.5 BTC',
    `${'9'.repeat(60)}.5 BTC`,
  ])('answers a hostile or empty text: %j', async (text) => {
    // What was looked through, and how an amount was read, is no match.
    expect({ ...(await search(text)), searched: [], read: null }).toEqual(NOTHING_FOUND);
  });

  it('stops when the reader types on', async () => {
    const term = readSearchTerm('any text');
    if (!term) throw new Error('the text must be a term');
    const stopped = AbortSignal.abort(new Error('typed on'));
    await expect(findRequests(finance.person, term, { limit: 5, signal: stopped })).rejects.toThrow('typed on');
  });
});

describe('the search of recipients', () => {
  it('finds an entry by its name, its words, a close spelling and its address, with its transfers', async () => {
    const id = await addEntry('Acme Holdings Payroll');
    const retired = await addEntry('Acme Holdings (old)', { address: OTHER_ADDRESS, state: 'RETIRED' });
    const to = (change: object) =>
      withdrawalRecord({
        destination_address: ADDRESS.toUpperCase().replace('0X', '0x'),
        created_at: '2026-11-01T00:00:00Z',
        updated_at: '2026-11-01T00:00:00Z',
        ...change,
      });
    await storeRecords([to({}), to({}), to({ direction: 'CREDIT' }), to({ crypto_network: 'BASE' })]);
    const find = async (text: string) => (await search(text)).recipients.map((hit) => [hit.id, hit.how]);
    expect(await find('acme holdings payroll')).toEqual([[id, 'exact'], expect.anything()]);
    expect(await find('acme')).toEqual([
      [id, 'prefix'],
      [retired, 'prefix'],
    ]);
    expect(await find('payroll acme')).toEqual([[id, 'contains']]);
    const umlaut = await addEntry('Überlinger Stadtwerke', { address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' });
    expect(await find('überlinger')).toEqual([[umlaut, 'prefix']]);
    expect(await find('stadtwerke ÜBERLINGER')).toEqual([[umlaut, 'contains']]);
    expect((await find('überlingr stadtwerke'))[0]).toEqual([umlaut, 'similar']);
    expect((await find('acme holdngs'))[0]?.[1]).toBe('similar');
    expect(await find(ADDRESS.toUpperCase().replace('0X', '0x'))).toEqual([[id, 'exact']]);
    expect(await find(ADDRESS.slice(0, 12))).toEqual([[id, 'prefix']]);
    expect(await find(ADDRESS.slice(2, 12))).toEqual([[id, 'prefix']]);
    expect(await find(ADDRESS.slice(-8).toUpperCase())).toEqual([[id, 'contains']]);
    expect(await find(`${ADDRESS.slice(0, 8)}…${ADDRESS.slice(-4)}`)).toEqual([[id, 'contains']]);
    const [hit] = (await search('payroll')).recipients;
    expect(hit).toMatchObject({ name: 'Acme Holdings Payroll', address: ADDRESS, state: 'ACTIVE', transfers: 2 });
    const latest = await listTransfersOfRecipient(id);
    expect(latest.ok && latest.value.map(({ direction, crypto_network }) => [direction, crypto_network])).toEqual([
      ['DEBIT', 'ETHEREUM'],
      ['DEBIT', 'ETHEREUM'],
    ]);
    expect(await listTransfersOfRecipient('no id')).toEqual({ ok: true, value: [] });
  });

  it('counts no transfers to an address that differs in the case of a letter, where case distinguishes addresses', async () => {
    const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
    const other = '7eCDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV';
    const id = await addEntry('Solana treasury', { network: 'SOLANA', address: solana });
    const records = [solana, other, other].map((address) =>
      withdrawalRecord({
        asset: 'SOL',
        crypto_network: 'SOLANA',
        destination_address: address,
        created_at: '2026-11-01T00:00:00Z',
        updated_at: '2026-11-01T00:00:00Z',
      }),
    );
    await storeRecords(records);
    expect((await search('solana treasury')).recipients).toMatchObject([{ id, transfers: 1 }]);
    const latest = await listTransfersOfRecipient(id);
    expect(latest.ok && latest.value.map(({ destination_address }) => destination_address)).toEqual([solana]);
  });

  it('names the recipient of outgoing transfers only, by network, address and memo', async () => {
    const stellar = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
    const id = await addEntry('Stellar desk', { network: 'STELLAR', address: stellar, memo: '42' });
    const sent = {
      direction: 'DEBIT',
      crypto_network: 'STELLAR',
      destination_address: stellar,
      memo: '42',
    };
    const rows = [
      sent,
      { ...sent, memo: '43' },
      { ...sent, direction: 'CREDIT' },
      { ...sent, crypto_network: 'ETHEREUM' },
      { direction: 'DEBIT' },
    ];
    const named = await addRecipients(finance.person, rows);
    expect(named.map(({ recipient }) => recipient)).toEqual([
      { id, name: 'Stellar desk' },
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(await addRecipients(finance.person, [])).toEqual([]);
    const form = { network: 'STELLAR', destinationAddress: stellar, memo: '42', profileId: '' };
    const open = { ...form, network: '', destinationAddress: '' };
    expect(await nameRecipientsOf(finance.person, [form, { ...form, memo: '' }, open])).toEqual([
      'Stellar desk',
      null,
      null,
    ]);
  });
});

/** A record of an outgoing transfer. */
const outgoing = (change: object) =>
  withdrawalRecord({
    amount: '0.1',
    profile_id: 'p-search',
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
    ...change,
  });
const notesFor = async (text: string) => (await search(text)).notes.map(({ transferId }) => transferId);

async function addNote(note: string, change: object = {}): Promise<string> {
  const id = randomUUID();
  await storeRecords([outgoing({ id, ref_id: `REF-${id.slice(0, 8)}`, ...change })]);
  expect(await addCaseNote({ transferId: id, note })).toEqual({ ok: true, value: null });
  return id;
}

describe('the search of case notes', () => {
  it('finds a note by its words in any order and case, the latest first, and says who wrote it', async () => {
    const first = await addNote('The customer Über called on Monday: wants a refund.');
    const second = await addNote(`Refund was sent. ${'x'.repeat(400)} customer informed`);
    expect(await notesFor('customer refund')).toEqual([second, first]);
    expect(await notesFor('REFUND ÜBER')).toEqual([first]);
    expect(await notesFor('refund nobody')).toEqual([]);
    const [found] = (await search('über')).notes;
    expect(found).toEqual({
      id: expect.any(Number),
      transferId: first,
      refId: `REF-${first.slice(0, 8)}`,
      by: 'Fiona of Finance',
      at: expect.stringMatching(/^20\d\d-.*Z$/),
      excerpt: 'The customer Über called on Monday: wants a refund.',
    });
    const [long] = (await search('informed')).notes;
    expect(long?.excerpt).toMatch(/^…x+ customer informed$/);
  });

  it.each(['50%_off \\ deal', '=cmd|calc note', 'right\u202Eleft note', "it's; drop table note"])(
    'finds a hostile note by its own words: %j',
    async (note) => {
      const id = await addNote(note);
      expect(await notesFor(note)).toEqual([id]);
      expect(await notesFor('50x_off')).toEqual([]);
    },
  );

  it('hides notes on transfers of profiles that the reader may not see', async () => {
    const id = await addNote('only for the payroll profile', { profile_id: 'p-payroll' });
    const term = readSearchTerm('payroll profile');
    if (!term) throw new Error('the text must be a term');
    const find = async (visibleProfiles: 'all' | string[]) =>
      (await findCaseNotes({ ...finance.person, visibleProfiles }, term, { limit: 5 })).map((note) => note.transferId);
    expect(await find('all')).toEqual([id]);
    expect(await find(['p-payroll'])).toEqual([id]);
    expect(await find(['p-other'])).toEqual([]);
  });

  it('stays out of lookups by reference', async () => {
    await addNote('PAY-SECRET is what the customer said');
    const listed = await findRequestsByReference('PAY-SECRET');
    expect(listed).toEqual({ ok: true, value: [] });
  });
});

describe('what was paid to an address', () => {
  const address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
  const paid = (change: object) => outgoing({ destination_address: address, ...change });

  it('adds up each asset exactly, completed and pending apart, on every network and in any spelling', async () => {
    await storeRecords([
      paid({ amount: '123456789012345678901234567890.000000000000000001' }),
      paid({ amount: '0.2', destination_address: address.toLowerCase() }),
      paid({ asset: 'USDC', amount: '5.50', crypto_network: 'BASE' }),
      paid({ status: 'PENDING', amount: '0.3' }),
      paid({ status: 'FAILED' }),
      paid({ status: 'NEW_ONE' }),
      paid({ amount: 'no number' }),
      paid({ direction: 'CREDIT', type: 'CRYPTO_DEPOSIT' }),
      paid({ destination_address: OTHER_ADDRESS }),
    ]);
    const expected = {
      isPartial: false,
      completed: {
        transfers: 4,
        amounts: [
          { asset: 'ETH', amount: '123456789012345678901234567890.200000000000000001' },
          { asset: 'USDC', amount: '5.5' },
        ],
      },
      pending: { transfers: 1, amounts: [{ asset: 'ETH', amount: '0.3' }] },
      failed: 1,
      other: 1,
    };
    for (const text of [address, address.toLowerCase(), address.replace(/(.{6})/g, '$1 ')])
      expect((await search(text)).paid).toMatchObject(expected);
    expect((await search(address.slice(0, -1))).paid).toBeNull();
    expect((await search('0x0000000000000000000000000000000000000001')).paid).toBeNull();
    const hidden = { ...finance.person, visibleProfiles: ['p-other'] };
    expect(await readPaidTo(hidden, address)).toBeNull();
  });

  it('tells two base58 addresses apart that differ in case only', async () => {
    const solana = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
    const other = solana.replace('bmkg', 'bMkg');
    const sol = { crypto_network: 'SOLANA', asset: 'SOL' };
    await storeRecords(
      [solana, solana, other].map((destination) => paid({ ...sol, destination_address: destination })),
    );
    expect((await search(solana)).paid?.completed.transfers).toBe(2);
    expect((await search(other)).paid?.completed.transfers).toBe(1);
  });
});
