import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { storeRecords } from '@/scripts/testing/mirror-records';
import { caller } from '@/scripts/testing/caller';
import { setUpTestConsole } from '@/scripts/testing/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import { database, inTransaction } from '@/lib/server/database/client';
import { decisions } from '@/lib/server/database/schema/decisions';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { requestVersions } from '@/lib/server/database/schema/requests';
import { recordAddresses } from '@/lib/server/recipients/known-addresses';
import { decideOnRequest } from '@/lib/server/requests/decide';
import { createRequest } from '@/lib/server/requests/create';
import { readRequest } from '@/lib/server/requests/read';
import { readChecks, readChecksOf } from '@/lib/server/requests/read-checks';
import { readStart } from '@/lib/server/transfers/repeat-withdrawal';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const KNOWN = '0xaaa0000000000000000000000000000000000bbb';
/** An address with the same ends and a different middle. */
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
    ['a test amount for a single request', { testAmount: '0.1' }, 'testAmount'],
  ])('is rejected at its field: %s', async (_, change, path) => {
    expect(await make(change)).toMatchObject({ ok: false, error: { kind: 'invalid', issues: [{ path }] } });
  });

  it('is rejected where the address book entry has another address or was retired', async () => {
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

  it('is stored as checked, with how the address was entered', async () => {
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

  it('accepts an address on a network without address checks, and says so', async () => {
    const id = await mustMake({ network: 'NEWCHAIN', destinationAddress: 'whatever1' });
    expect(await readRequest(id)).toMatchObject({ ok: true, value: { checks: { address: { state: 'unchecked' } } } });
  });
});

describe('an address similar to a known one', () => {
  it('is refused until the requester confirms it', async () => {
    const refused = { ok: false, error: { kind: 'similar-addresses', similarAddresses: [{ address: KNOWN }] } };
    expect(await make({ destinationAddress: ALIKE })).toMatchObject(refused);
    expect(await make({ destinationAddress: ALIKE, chosenAddress: KNOWN })).toMatchObject(refused);
    expect(await make({ destinationAddress: ALIKE, chosenAddress: ALIKE })).toMatchObject({ ok: true });
    // The known address itself resembles no other.
    expect(await make({ destinationAddress: KNOWN })).toMatchObject({ ok: true });
  });

  it('is approved only by a person who confirms it too, and can be rejected by anybody', async () => {
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

  it('must be confirmed by the approver even if the other address became known after the request', async () => {
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

describe('the checks of a recipient', () => {
  it('are read by people who may read withdrawals, and by nobody else', async () => {
    const question = { network: 'ETHEREUM', address: ALIKE, asset: 'ETH', value: '1' };
    as(support);
    expect(await readChecks(question)).toMatchObject({ ok: true, value: { lookAlikes: [{ address: KNOWN }] } });
    expect(await readChecks({ ...question, value: '1,5' })).toMatchObject({ ok: false, error: { kind: 'not-found' } });
    caller.sessionId = undefined;
    expect(await readChecks(question)).toMatchObject({ ok: false, error: { kind: 'signed-out' } });
    expect(await readChecksOf(randomUUID())).toMatchObject({ ok: false, error: { kind: 'signed-out' } });
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
