import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeRecords } from '@/scripts/testing/mirror-records';
import { caller } from '@/scripts/testing/caller';
import { setUpTestConsole } from '@/scripts/testing/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import { database, inTransaction } from '@/lib/server/database/client';
import { decisions, proposals, recipients, requestVersions } from '@/lib/server/database/schema';
import { recordAddresses } from '@/lib/server/recipients/known-addresses';
import { decideOnRequest } from '@/lib/server/requests/decide';
import { createRequest } from '@/lib/server/requests/create';
import { readRequest } from '@/lib/server/requests/read';
import { readChecks, readChecksOf } from '@/lib/server/requests/read-checks';
import { readStart } from '@/lib/server/transfers/repeat-withdrawal';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const KNOWN = '0xaaa0000000000000000000000000000000000bbb';
/** The same ends, another middle. */
const ALIKE = '0xaaa1111111111111111111111111111111111bbb';

setUpTestConsole();
type SignedIn = Awaited<ReturnType<typeof signInAs>>;
let finance: SignedIn;
let approver: SignedIn;
let support: SignedIn;

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  approver = await signInAs('approver', ['approver']);
  support = await signInAs('support', ['support']);
  await signInAs('approver-two', ['approver']);
  await inTransaction((transaction) =>
    recordAddresses(transaction, [{ network: 'ETHEREUM', address: KNOWN, paidAt: new Date() }]),
  );
});
beforeEach(() => as(finance));
function as({ sessionId }: SignedIn) {
  caller.sessionId = sessionId;
}

const make = (change: Partial<WithdrawalForm> = {}) =>
  createRequest({ formKey: randomUUID(), form: filledForm(change) });

async function mustMake(change: Partial<WithdrawalForm> = {}): Promise<string> {
  const made = await make(change);
  if (!made.ok) throw new Error(`not made: ${JSON.stringify(made.error)}`);
  return made.value.requestId;
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

describe('what a form says about its recipient', () => {
  it.each<[string, Partial<WithdrawalForm>, string]>([
    [
      'a mistake in the address',
      { destinationAddress: '0x52908400098527886E0F7030069857D2E4169Ee7' },
      'destinationAddress',
    ],
    ['an address of another network', { network: 'BITCOIN', asset: 'BTC' }, 'destinationAddress'],
    ['more decimals than the asset has', { value: `1.${'1'.repeat(19)}` }, 'value'],
    ['an entry of the book that does not exist', { recipientId: randomUUID() }, 'destinationAddress'],
    ['a test that goes nowhere', { testAmount: '0.1' }, 'testAmount'],
  ])('is refused with its field: %s', async (_, change, path) => {
    expect(await make(change)).toMatchObject({ ok: false, error: { kind: 'invalid', issues: [{ path }] } });
  });

  it('is refused where the entry of the book is of another address, and where it was retired', async () => {
    const other = await saveEntry();
    expect(await make({ recipientId: other, addressEntry: 'book' })).toMatchObject({
      ok: false,
      error: { kind: 'invalid' },
    });
    const address = `0x${'c0'.repeat(20)}`;
    const retired = await saveEntry({ address, state: 'RETIRED' });
    expect(await make({ recipientId: retired, destinationAddress: address })).toMatchObject({
      ok: false,
      error: { kind: 'invalid' },
    });
  });

  it('is kept as it stood, with how the address came in', async () => {
    const address = `0x${'d1'.repeat(20)}`;
    const recipientId = await saveEntry({ address });
    const id = await mustMake({ destinationAddress: address, recipientId, addressEntry: 'book' });
    const [kept] = await database().select().from(requestVersions).where(eq(requestVersions.requestId, id));
    expect(kept).toMatchObject({
      addressEntry: 'book',
      recipientId,
      checks: { address: { state: 'valid' }, lookAlikes: [], card: { lines: expect.any(Array) } },
    });
    expect(await readRequest(id)).toMatchObject({
      ok: true,
      value: { addressEntry: 'book', checks: { lookAlikes: [] } },
    });
  });

  it('takes an address of a network that nothing here can check, and says so', async () => {
    const id = await mustMake({ network: 'NEWCHAIN', destinationAddress: 'whatever1' });
    expect(await readRequest(id)).toMatchObject({ ok: true, value: { checks: { address: { state: 'unchecked' } } } });
  });
});

describe('an address that looks like a known one', () => {
  it('is refused until the maker says that it is meant', async () => {
    const refused = { ok: false, error: { kind: 'similar-addresses', similarAddresses: [{ address: KNOWN }] } };
    expect(await make({ destinationAddress: ALIKE })).toMatchObject(refused);
    expect(await make({ destinationAddress: ALIKE, chosenAddress: KNOWN })).toMatchObject(refused);
    expect(await make({ destinationAddress: ALIKE, chosenAddress: ALIKE })).toMatchObject({ ok: true });
    // The known one itself looks like nothing that is known.
    expect(await make({ destinationAddress: KNOWN })).toMatchObject({ ok: true });
  });

  it('is approved only by somebody who says so too, and rejected by anybody', async () => {
    const decide = async (requestId: string, change: object) => {
      as(approver);
      const view = await readRequest(requestId);
      if (!view.ok) throw new Error('the request must be there');
      const { version, bodySha256 } = view.value;
      return decideOnRequest({ requestId, version, bodySha256, verdict: 'APPROVED', comment: '', ...change });
    };
    const id = await mustMake({ destinationAddress: ALIKE, chosenAddress: ALIKE });
    expect(await decide(id, {})).toMatchObject({
      ok: false,
      error: { kind: 'invalid', reason: expect.stringContaining('Confirm the address') },
    });
    expect(await decide(id, { chosenAddress: KNOWN })).toMatchObject({
      ok: false,
      error: { reason: expect.stringContaining('reject this request') },
    });
    expect(await decide(id, { chosenAddress: ALIKE })).toMatchObject({ ok: true });
    expect(
      await database().select({ chosen: decisions.chosenAddress }).from(decisions).where(eq(decisions.requestId, id)),
    ).toEqual([{ chosen: ALIKE }]);
    as(finance);
    const other = await mustMake({ destinationAddress: ALIKE, chosenAddress: ALIKE });
    expect(await decide(other, { verdict: 'REJECTED', comment: 'not ours' })).toMatchObject({ ok: true });
  });

  it('must be chosen by the approver also where the other became known after it was asked for', async () => {
    const id = await mustMake({ destinationAddress: '0xccc2222222222222222222222222222222222ddd' });
    await inTransaction((transaction) =>
      recordAddresses(transaction, [
        { network: 'BASE', address: '0xccc3333333333333333333333333333333333ddd', paidAt: null },
      ]),
    );
    as(approver);
    const view = await readRequest(id);
    if (!view.ok) throw new Error('the request must be there');
    const { version, bodySha256 } = view.value;
    expect(
      await decideOnRequest({ requestId: id, version, bodySha256, verdict: 'APPROVED', comment: '' }),
    ).toMatchObject({ ok: false });
    expect(await readChecksOf(id)).toMatchObject({ ok: true, value: { lookAlikes: [{ network: 'BASE' }] } });
  });
});

describe('what is known of a recipient', () => {
  it('is read by whoever reads withdrawals, and by nobody else', async () => {
    const question = { network: 'ETHEREUM', address: ALIKE, asset: 'ETH', value: '1' };
    as(support);
    expect(await readChecks(question)).toMatchObject({ ok: true, value: { lookAlikes: [{ address: KNOWN }] } });
    expect(await readChecks({ ...question, value: '1,5' })).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    caller.sessionId = undefined;
    expect(await readChecks(question)).toMatchObject({ ok: false, error: { kind: 'signed-out' } });
    expect(await readChecksOf(randomUUID())).toMatchObject({ ok: false, error: { kind: 'signed-out' } });
  });
});

describe('a form that repeats', () => {
  it('an earlier request holds what that asked for, under a new reference and without its fee', async () => {
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

  it('a withdrawal at the service does so, and an incoming transfer never', async () => {
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
    // The record has no memo, and nobody said that none is needed.
    expect(await readStart({ transfer: 'w-1' })).toMatchObject({ form: { memo: '', needsNoMemo: false } });
    expect(await readStart({ transfer: 'd-1' })).toBe('not-found');
    expect(await readStart({ transfer: 'none' })).toBe('not-found');
  });

  it('an entry of the book is chosen in it, unless it was retired', async () => {
    const id = await saveEntry({ memo: 'desk 4', profiles: ['p-ops'] });
    expect(await readStart({ recipient: id })).toMatchObject({
      form: { recipientId: id, addressEntry: 'book', memo: 'desk 4', profileId: 'p-ops' },
    });
    expect(await readStart({ recipient: await saveEntry({ state: 'RETIRED' }) })).toBe('not-found');
  });

  it('is for those who may ask for withdrawals', async () => {
    const id = await mustMake();
    as(support);
    expect(await readStart({ request: id })).toBeUndefined();
  });
});
