import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeRecords, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { decide } from '@/scripts/testing/data/requests';
import { as, caller } from '@/scripts/testing/people/caller';
import { putRegistryInForce } from '@/scripts/testing/data/settings';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signedIn, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { database, inTransaction } from '@/lib/server/database/client';
import { decisions } from '@/lib/server/database/schema/decisions';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { recordAddresses } from '@/lib/server/recipients/known-addresses';
import { findRequestsWithSimilarAddress } from '@/lib/server/requests/votes/address-choice';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { createRequest } from '@/lib/server/requests/creation/create';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import { readChecks, readChecksOf } from '@/lib/server/requests/checks/read-checks';
import { readStart } from '@/lib/server/transfers/repeat-withdrawal';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const KNOWN = '0xaaa0000000000000000000000000000000000bbb';
/** An address with the same ends and a different middle. */
const ALIKE = '0xaaa1111111111111111111111111111111111bbb';

const ON_STELLAR = {
  network: 'STELLAR',
  asset: 'PYUSD',
  destinationAddress: 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
};

setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const approver = signedIn('approver', ['approver']);
const support = signedIn('support', ['support']);

beforeAll(async () => {
  await signInAs('approver-two', ['approver']);
  await inTransaction((transaction) =>
    recordAddresses(transaction, [{ network: 'ETHEREUM', address: KNOWN, paidAt: new Date() }]),
  );
});
beforeEach(() => as(finance));
const make = (change: Partial<WithdrawalForm> = {}) =>
  createRequest({ formKey: randomUUID(), form: filledForm(change) });

const mustMake = async (change: Partial<WithdrawalForm> = {}) => surely(await make(change)).requestId;

/** Reads what the line of the queue says of a request. */
async function readLine(id: string) {
  // Ten at a time are checked again.
  for (let reads = 0; reads < 9; reads += 1) {
    const { needsMe } = surely(await readQueue());
    const item = needsMe.find((one) => one.id === id);
    if (item?.isChecked) return item.findings;
  }
  throw new Error(`the queue has no checked request ${id}`);
}

async function saveEntry(change: Partial<typeof recipients.$inferInsert> = {}): Promise<string> {
  const address = change.address ?? `0x${randomUUID().replaceAll('-', '')}00000000`;
  const entry = {
    name: 'An exchange',
    network: 'ETHEREUM',
    address,
    normalAddress: address.toLowerCase(),
    ownerId: finance.person.id,
  };
  const recipientKey = JSON.stringify([entry.network, entry.normalAddress]);
  const [proposal] = await database()
    .insert(proposals)
    .values({
      kind: 'recipient',
      subject: randomUUID(),
      payload: {},
      comment: 'a new customer',
      proposedBy: finance.person.id,
      state: 'WITHDRAWN',
    })
    .returning({ proposalId: proposals.id });
  const [saved] = await database()
    .insert(recipients)
    .values({ ...entry, ...proposal, recipientKey, ...change } as typeof recipients.$inferInsert)
    .returning({ id: recipients.id });
  return saved?.id ?? '';
}

const recordKnown = (address: string, paidAt: Date | null) =>
  inTransaction((transaction) => recordAddresses(transaction, [{ network: 'ETHEREUM', address, paidAt }]));

async function saveKnown(address: string, change: Partial<typeof recipients.$inferInsert> = {}): Promise<void> {
  await saveEntry({ address, ...change });
  await recordKnown(address, null);
}

const propose = (address: string) =>
  database()
    .insert(proposals)
    .values({
      kind: 'recipient',
      subject: randomUUID(),
      payload: { name: 'An exchange', network: 'ETHEREUM', address },
      comment: 'a new customer',
      proposedBy: finance.person.id,
    });

/** Gives two addresses with the same ends. */
function newPair(): [string, string] {
  const [one, other] = [randomUUID(), randomUUID()].map((id) => id.replaceAll('-', '')) as [string, string];
  return [`0x${one}12345678`, `0x${one.slice(0, 6)}${other.slice(6)}12345678`];
}

describe('the recipient in a form', () => {
  it.each<[string, Partial<WithdrawalForm>, string]>([
    [
      'a mistake in the address',
      { destinationAddress: '0x52908400098527886E0F7030069857D2E4169Ee7' },
      'destinationAddress',
    ],
    ['an address of another network', { network: 'BITCOIN', asset: 'BTC' }, 'destinationAddress'],
    ['more decimals than the asset has', { value: `1.${'1'.repeat(19)}` }, 'value'],
    ['more decimals than the chain has', { asset: 'USDC', value: '1.1234567' }, 'value'],
    ['an asset on a network that the registry does not list for it', { network: 'BASE' }, 'network'],
    ['a missing address book entry', { recipientId: randomUUID() }, 'destinationAddress'],
    ['a memo of 29 bytes on Stellar', { ...ON_STELLAR, memo: 'x'.repeat(29) }, 'memo'],
    ['a line break in a memo', { ...ON_STELLAR, memo: '1048\n37562' }, 'memo'],
    ['a test amount for a single request', { testAmount: '0.1' }, 'testAmount'],
  ])('is rejected at its field: %s', async (_, change, path) => {
    expect(await make(change)).toMatchObject(failure('invalid', { issues: [{ path }] }));
  });

  it('is rejected where a link stands in place of the address, with what else the link names', async () => {
    const destinationAddress = `${ON_STELLAR.destinationAddress}:104837562`;
    expect(await make({ ...ON_STELLAR, destinationAddress, needsNoMemo: true })).toMatchObject(
      failure('invalid', {
        issues: [{ path: 'destinationAddress', message: expect.stringContaining('memo 104837562') }],
      }),
    );
  });

  it('is rejected where the address book entry has another address or was retired', async () => {
    const other = await saveEntry();
    expect(await make({ recipientId: other, addressEntry: 'book' })).toMatchObject(failure('invalid'));
    const address = `0x${'c0'.repeat(20)}`;
    const retired = await saveEntry({ address, state: 'RETIRED' });
    expect(await make({ recipientId: retired, destinationAddress: address })).toMatchObject(failure('invalid'));
  });

  it('is stored as checked, with how the address was entered', async () => {
    const address = `0x${'d1'.repeat(20)}`;
    const recipientId = await saveEntry({ address });
    const id = await mustMake({ destinationAddress: address, recipientId, addressEntry: 'book' });
    const [kept] = await database().select().from(requestVersions).where(eq(requestVersions.requestId, id));
    expect(kept).toMatchObject({
      addressEntry: 'book',
      recipientId,
      checks: { address: { state: 'valid' }, similarAddresses: [], card: { lines: expect.any(Array) } },
    });
    expect(await readRequest(id)).toMatchObject({
      ok: true,
      value: { addressEntry: 'book', checks: { similarAddresses: [] } },
    });
  });

  it('accepts an address on a network without address checks, and says so', async () => {
    changeSettings({ TRANSFER_SERVICE_NETWORKS: ['NEWCHAIN'] });
    await putRegistryInForce({
      assets: [{ ticker: 'NEW', networks: ['NEWCHAIN'] }],
      networks: [{ id: 'NEWCHAIN', label: 'New chain' }],
    });
    const id = await mustMake({ network: 'NEWCHAIN', asset: 'NEW', destinationAddress: 'whatever1' });
    expect(await readRequest(id)).toMatchObject({ ok: true, value: { checks: { address: { state: 'unchecked' } } } });
  });
});

describe('a text that the recipient goes by', () => {
  it('is a finding where somebody decides: stored, in the current checks, in the queue, and in a batch', async () => {
    const metadata = [{ key: 'invoice', value: '1.23457E+17' }];
    const form = { ...ON_STELLAR, memo: '#N/A', metadata };
    const id = await mustMake(form);
    const found = {
      id: 'texts',
      state: 'warn',
      text: expect.stringMatching(/memo “#N\/A” is an error message.*“invoice” “1\.23457E\+17” is a number/u),
      name: 'memo and metadata to check',
    };
    expect(await readRequest(id)).toMatchObject({
      ok: true,
      value: { checks: { card: { lines: expect.arrayContaining([expect.objectContaining(found)]) } } },
    });
    const checked = await checkBatch({ items: [filledForm(form)] });
    expect(checked.ok && checked.value.items[0]).toMatchObject({
      issues: expect.arrayContaining([
        { path: 'memo', level: 'warn', message: expect.stringContaining('#N/A') },
        { path: 'metadata.0.value', level: 'warn', message: expect.stringContaining('1.23457E+17') },
      ]),
      signals: expect.arrayContaining(['text-note']),
    });
    expect(await checkBatch({ items: [filledForm({ ...form, memo: 'x'.repeat(29) })] })).toMatchObject({
      value: {
        items: [{ issues: expect.arrayContaining([expect.objectContaining({ path: 'memo', level: 'error' })]) }],
      },
    });
    as(approver);
    expect(await readChecksOf(id)).toMatchObject({
      ok: true,
      value: { card: { lines: expect.arrayContaining([expect.objectContaining(found)]) } },
    });
    expect((await readLine(id)).map(({ name }) => name)).toContain('memo and metadata to check');
  });

  it('is no finding where it is plain', async () => {
    const id = await mustMake({ ...ON_STELLAR, memo: '104837562', metadata: [{ key: 'invoice', value: 'INV-1' }] });
    const made = await readRequest(id);
    expect(made.ok && made.value.checks?.card.lines.map((line) => line.id)).not.toContain('texts');
  });
});

const refusedFor = (text: string) => failure('invalid', { reason: expect.stringContaining(text) });

describe('an amount far above what the recipient was paid', () => {
  it('is approved only by a person who enters it, and rejected by anybody', async () => {
    const destinationAddress = `0xabcd${randomUUID().replaceAll('-', '').slice(0, 32)}1234`;
    const paid = { destinationAddress, network: 'ETHEREUM', asset: 'ETH', amount: '0.5', total: '0.5' };
    await storeRecords(
      Array.from({ length: 6 }, () => withdrawalRecord({ ...paid, balanceAsset: 'ETH', networkFee: '0' })),
    );
    const request = (value: string) => mustMake({ destinationAddress, value });
    const usual = await request('0.6');
    const id = await request('5.0');
    const enter = (ETH: string, change: object = {}) => decide(approver, id, { totals: { ETH }, ...change });
    expect(await decide(approver, id)).toMatchObject(refusedFor('Enter the amount in ETH.'));
    expect(await enter('0.5')).toMatchObject(refusedFor('You entered 0.5 ETH, which is not the amount.'));
    expect(await enter('five')).toMatchObject(refusedFor('Amount in ETH'));
    expect(await enter('5', { totals: { ETH: '5', BTC: '1' } })).toMatchObject(refusedFor('No payment here is in BTC'));
    expect(await decide(approver, usual, { totals: { ETH: '6' } })).toMatchObject(
      refusedFor('which is not the amount'),
    );
    expect(await decide(approver, usual)).toMatchObject({ ok: true });
    expect(await enter('5.00')).toMatchObject({ ok: true });
    as(finance);
    const other = await request('50');
    expect(await decide(approver, other, { verdict: 'REJECTED' })).toMatchObject({ ok: true });
  });
});

describe('an address similar to a known one', () => {
  it('is refused until the requester confirms it', async () => {
    const refused = failure('similar-addresses', { similarAddresses: [{ address: KNOWN }] });
    expect(await make({ destinationAddress: ALIKE })).toMatchObject(refused);
    expect(await make({ destinationAddress: ALIKE, chosenAddress: KNOWN })).toMatchObject(refused);
    expect(await make({ destinationAddress: ALIKE, chosenAddress: ALIKE })).toMatchObject({ ok: true });
    // The known address itself resembles that of the open request, and is not in the address book.
    const open = [{ address: ALIKE, isOpen: true }];
    expect(await make({ destinationAddress: KNOWN })).toMatchObject({ error: { similarAddresses: open } });
  });

  it('leaves one of the address book as it is, where only an open request has the other', async () => {
    const [honest, other] = newPair();
    await saveKnown(honest);
    const planted = await mustMake({ destinationAddress: other, chosenAddress: other });
    const id = await mustMake({ destinationAddress: honest });
    expect(await readChecksOf(id)).toMatchObject({
      value: { similarAddresses: [{ address: other, isNote: true }] },
    });
    as(approver);
    const resembling = { id: 'similar-0', name: 'resembles An exchange', isGrave: true };
    expect(await readLine(id)).not.toContainEqual(expect.objectContaining({ id: 'similar-0' }));
    expect(await readLine(planted)).toContainEqual(resembling);
    expect(await decide(approver, planted)).toMatchObject(refusedFor('Confirm the address'));
    expect(await decide(approver, id)).toMatchObject({ ok: true });
  });

  it.each<[string, (honest: string, other: string) => Promise<unknown>]>([
    ['neither is in the address book', async () => undefined],
    ['the entry is proposed and not confirmed', (honest) => propose(honest)],
    ['the entry is retired', (honest) => saveKnown(honest, { state: 'RETIRED' })],
    ['the entry is of another network', (honest) => saveKnown(honest, { network: 'BASE' })],
    ['the entry is for another profile', (honest) => saveKnown(honest, { profiles: ['p-elsewhere'] })],
    ['both are entries', async (honest, other) => [await saveKnown(honest), await saveKnown(other)]],
    [
      'the one outside was paid',
      async (honest, other) => [await saveKnown(honest), await recordKnown(other, new Date())],
    ],
    [
      'the entry is the other, and this one was paid',
      async (honest, other) => [await saveKnown(other), await recordKnown(honest, new Date())],
    ],
    [
      'the entry is not signed, where signatures are required',
      async (honest) => {
        await saveKnown(honest);
        changeSettings({ CONSOLE_PROOF: 'required' });
      },
    ],
  ])('has both confirmed where %s', async (_, prepare) => {
    const pair = newPair();
    const ids = await Promise.all(
      pair.map((address) => mustMake({ destinationAddress: address, chosenAddress: address })),
    );
    await prepare(...pair);
    expect([...(await findRequestsWithSimilarAddress(ids))].toSorted()).toEqual(ids.toSorted());
  });

  it('is approved only by a person who confirms it too, and can be rejected by anybody', async () => {
    const id = await mustMake({ destinationAddress: ALIKE, chosenAddress: ALIKE });
    expect(await decide(approver, id)).toMatchObject(
      failure('invalid', { reason: expect.stringContaining('Confirm the address') }),
    );
    expect(await decide(approver, id, { chosenAddress: KNOWN })).toMatchObject({
      ok: false,
      error: { reason: expect.stringContaining('reject this request') },
    });
    expect(await decide(approver, id, { chosenAddress: ALIKE })).toMatchObject({ ok: true });
    expect(
      await database().select({ chosen: decisions.chosenAddress }).from(decisions).where(eq(decisions.requestId, id)),
    ).toEqual([{ chosen: ALIKE }]);
    as(finance);
    const other = await mustMake({ destinationAddress: ALIKE, chosenAddress: ALIKE });
    expect(await decide(approver, other, { verdict: 'REJECTED', comment: 'not ours' })).toMatchObject({ ok: true });
  });

  it('must be confirmed by the approver even if the other address became known after the request', async () => {
    const id = await mustMake({ destinationAddress: '0xccc2222222222222222222222222222222222ddd' });
    await inTransaction((transaction) =>
      recordAddresses(transaction, [
        { network: 'BASE', address: '0xccc3333333333333333333333333333333333ddd', paidAt: null },
      ]),
    );
    as(approver);
    const { version, bodySha256 } = surely(await readRequest(id));
    expect(
      await decideOnRequest({ requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '' }),
    ).toMatchObject({ ok: false });
    expect(await readChecksOf(id)).toMatchObject({ ok: true, value: { similarAddresses: [{ network: 'BASE' }] } });
    // The line of the queue says what the page says, not what was found when the request was made.
    expect((await readLine(id))[0]).toEqual({
      id: 'similar-0',
      name: 'resembles an address that was used before',
      isGrave: true,
    });
  });
});

describe('the checks of a recipient', () => {
  it('are read by people who may read withdrawals, and by nobody else', async () => {
    const question = { network: 'ETHEREUM', address: ALIKE, asset: 'ETH', value: '1' };
    as(support);
    expect(await readChecks(question)).toMatchObject({ ok: true, value: { similarAddresses: [{ address: KNOWN }] } });
    // Before there is an amount, or an asset, nothing is said of either.
    for (const partial of [
      { ...question, value: '' },
      { network: question.network, address: question.address },
    ]) {
      const { similarAddresses, card, value } = surely(await readChecks(partial));
      expect(similarAddresses).toMatchObject([{ address: KNOWN }]);
      expect(value).toBeNull();
      const said = card.lines.filter(
        ({ id, state }) => state !== 'unavailable' && ['amount', 'repeated', 'pair'].includes(id),
      );
      expect(said).toEqual([]);
      expect(card.lines.map(({ id }) => id)).toContain('paid');
    }
    expect(await readChecks({ ...question, value: '1,5' })).toMatchObject(failure('not-found'));
    caller.sessionId = undefined;
    expect(await readChecks(question)).toMatchObject(failure('signed-out'));
    expect(await readChecksOf(randomUUID())).toMatchObject(failure('signed-out'));
  });
});

describe('a form filled in from an earlier payment', () => {
  it('repeats an earlier request with a new reference and without its fee', async () => {
    const id = await mustMake({ memo: 'four', feeId: 'fee-1', note: 'for March' });
    const start = await readStart({ request: id });
    expect(start).toMatchObject({
      form: {
        destinationAddress: filledForm().destinationAddress,
        memo: 'four',
        referenceId: '',
        feeId: '',
        note: '',
        addressEntry: 'repeat',
      },
    });
  });

  it('repeats a withdrawal at the service, and never an incoming transfer', async () => {
    const record = {
      id: 'w-1',
      type: 'CRYPTO_WITHDRAWAL',
      direction: 'DEBIT',
      asset: 'ETH',
      amount: '2.5',
      crypto_network: 'BASE',
      destination_address: KNOWN,
    };
    await storeRecords([record, { ...record, id: 'd-1', type: 'CRYPTO_DEPOSIT', direction: 'CREDIT' }]);
    expect(await readStart({ transfer: 'w-1' })).toMatchObject({
      form: { value: '2.5', network: 'BASE', destinationAddress: KNOWN, addressEntry: 'repeat' },
    });
    // The record has no memo, and nothing says that none is needed.
    expect(await readStart({ transfer: 'w-1' })).toMatchObject({ form: { memo: '', needsNoMemo: false } });
    expect(await readStart({ transfer: 'd-1' })).toBe('not-found');
    expect(await readStart({ transfer: 'none' })).toBe('not-found');
  });

  it('selects the address book entry, unless it was retired', async () => {
    const id = await saveEntry({ memo: 'desk 4', profiles: ['p-ops'] });
    expect(await readStart({ recipient: id })).toMatchObject({
      form: { recipientId: id, addressEntry: 'book', memo: 'desk 4', profileId: 'p-ops' },
    });
    expect(await readStart({ recipient: await saveEntry({ state: 'RETIRED' }) })).toBe('not-found');
  });

  it('is for people who may request withdrawals', async () => {
    const id = await mustMake();
    as(support);
    expect(await readStart({ request: id })).toBeUndefined();
  });
});
