import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_ADOPTED, MAX_PAYMENTS_COUNTED } from '@/lib/recipients/adoption';
import type { RecipientChange } from '@/lib/recipients/changes';
import { pool } from '@/lib/server/database/client';
import { confirmProposal, propose } from '@/lib/server/proposal-registry';
import { declineProposal } from '@/lib/server/proposals/decide';
import { isBookToBegin, readPaidRecipients } from '@/lib/server/recipients/adoption/paid-before';
import { readAdoption } from '@/lib/server/recipients/adoption/offers';
import { recordPastAddresses } from '@/lib/server/recipients/known-addresses';
import { readOpenProposals, readRecipient } from '@/lib/server/recipients/view';
import { createRequest } from '@/lib/server/requests/creation/create';
import { watchTransfers } from '@/lib/server/transfer-watch/watch-transfers';
import { filledForm } from '@/scripts/stack/filled-form';
import { putRightsInForce, putSettingInForce } from '@/scripts/testing/data/settings';
import {
  clearMirror,
  type ServiceRecord,
  storeRecords,
  withdrawalRecord,
} from '@/scripts/testing/mirror/mirror-records';
import { walkMirror } from '@/scripts/testing/mirror/mirror';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { type SignedIn, signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';

setUpTestConsole({ CONSOLE_WORKERS: 'off', FOREIGN_WITHDRAWALS: 'alarm' });
let [finance, clerk, approver, admin, adminTwo]: SignedIn[] = [];
beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  clerk = await signInAs('clerk', ['finance']);
  approver = await signInAs('approver', ['approver']);
  admin = await signInAs('admin', ['admin']);
  adminTwo = await signInAs('admin-two', ['admin']);
  // From the end of the first full check on, the watcher knows of new withdrawals.
  await walkMirror();
  await watchTransfers();
});
beforeEach(async () => {
  await clearMirror();
  as(finance);
});

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const similarTo = (address: string) => `${address.slice(0, 20)}${address[20] === '0' ? '1' : '0'}${address.slice(21)}`;
const OLD = '2026-01-02T03:04:05.000Z';

/** A completed withdrawal from before the console, of 12.50 USD. */
const payment = (change: Record<string, unknown> = {}): ServiceRecord =>
  withdrawalRecord({
    ref_id: `t-${randomUUID()}`,
    notional_value: '12.50',
    destination_address: newAddress(),
    created_at: OLD,
    updated_at: OLD,
    ...change,
  });

/** Stores transfers that the watcher looks at. */
async function store(records: readonly ServiceRecord[]) {
  await storeRecords(records);
  while ((await watchTransfers()) > 0);
  while ((await recordPastAddresses()) > 0);
}
/** Stores payments; gives the address of the first. */
async function pay(...changes: Record<string, unknown>[]): Promise<string> {
  const records = changes.map(payment);
  await store(records);
  return String(records[0]?.destination_address);
}

const adoption = async (before?: string) => surely(await readAdoption({ before }));
const offered = async () => (await adoption()).offers.map(({ address }) => address);

const change = (address: string, after: Record<string, unknown> = {}): RecipientChange => ({
  kind: 'add',
  id: randomUUID(),
  after: {
    name: `Desk ${address.slice(-8)}`,
    network: 'ETHEREUM',
    address,
    memo: null,
    note: '',
    profiles: [],
    beneficiary: null,
    ...after,
  },
  chosen: '',
  lookAlikes: [],
});
const subjectOf = (changes: readonly RecipientChange[]) =>
  changes.length === 1 ? (changes[0]?.id ?? '') : randomUUID();
const adopt = (changes: readonly RecipientChange[], subject = subjectOf(changes)) =>
  propose({ kind: 'recipient', subject, payload: { changes, adopted: true }, comment: 'paid for years' });
const adoptSurely = async (...given: Parameters<typeof adopt>) => surely(await adopt(...given)).proposalId;
async function confirm(proposalId: string, person = approver) {
  as(person);
  const confirmed = await confirmProposal({ proposalId, comment: '' });
  as(finance);
  return confirmed;
}
async function decline(proposalId: string) {
  as(approver);
  expect(await declineProposal({ proposalId, comment: 'no' })).toMatchObject({ ok: true });
  as(finance);
}

describe('the first day', () => {
  it('begins the address book while it is empty and withdrawals were made, and ends with the first proposal', async () => {
    const person = finance?.person;
    if (!person) throw new Error('finance must be signed in');
    expect(await isBookToBegin(person)).toBe(false);
    const address = await pay({});
    expect(await isBookToBegin(person)).toBe(true);
    expect(await isBookToBegin({ ...person, visibleProfiles: ['p-else'] })).toBe(false);
    const proposalId = await adoptSurely([change(address)]);
    expect(await isBookToBegin(person)).toBe(false);
    await decline(proposalId);
    expect(await isBookToBegin(person)).toBe(true);
  });
});

describe('the offer', () => {
  it('names who was paid, whole address and memo, how often, when last and how much in each asset', async () => {
    const stellar = { crypto_network: 'STELLAR', asset: 'XLM', memo: '42' };
    const wallet = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
    const address = await pay({ amount: '2', metadata: { 'Supplier name': 'Acme Metals' } });
    await pay(
      {
        destination_address: address.toUpperCase().replace('0X', '0x'),
        amount: '0.5',
        created_at: '2026-03-01T00:00:00.000Z',
      },
      { destination_address: address, asset: 'USDC', amount: '30' },
      { ...stellar, destination_address: wallet },
    );
    const { offers, lookedBackTo, more, similar } = await adoption();
    expect(offers).toMatchObject([
      {
        network: 'ETHEREUM',
        address: expect.stringMatching(new RegExp(`^${address}$`, 'i')) as string,
        memo: null,
        profiles: [],
        suggestedName: 'Acme Metals',
        paid: {
          times: 3,
          isAtLeast: false,
          lastAt: '2026-03-01T00:00:00.000Z',
          amounts: [
            { asset: 'ETH', amount: '2.5' },
            { asset: 'USDC', amount: '30' },
          ],
        },
      },
      { network: 'STELLAR', address: wallet, memo: '42', suggestedName: '', paid: { times: 1 } },
    ]);
    expect({ lookedBackTo, more, similar }).toEqual({ lookedBackTo: null, more: 0, similar: 0 });
  });

  it('suggests the beneficiary of a request to the recipient', async () => {
    const address = await pay({});
    const beneficiary = { ...filledForm().beneficiary, kind: 'institution' as const, institutionName: 'Byron & Co' };
    const form = filledForm({ destinationAddress: address, beneficiary });
    expect(await createRequest({ formKey: randomUUID(), form })).toMatchObject({ ok: true });
    expect((await adoption()).offers).toMatchObject([{ address, suggestedName: 'Byron & Co' }]);
  });

  it.each([
    ['a deposit to the address', { type: 'CRYPTO_DEPOSIT', direction: 'CREDIT' }],
    ['what comes in as a withdrawal', { direction: 'CREDIT' }],
    ['what was sent as something else', { type: 'INTERNAL_TRANSFER_DEBIT' }],
    ['a failed withdrawal', { status: 'FAILED' }],
    ['a pending withdrawal', { status: 'PENDING' }],
    ['a withdrawal of nothing', { amount: '0', total: '0' }],
    ['dust', { notional_value: '9.99' }],
    ['an address that the network does not have', { destination_address: '0x1234' }],
    ['an address that loses what it receives', { destination_address: `0x${'0'.repeat(40)}` }],
    ['a network that the console does not know', { crypto_network: 'NOWHERE' }],
    ['a withdrawal without a request since the console knows', { created_at: '2036-01-01T00:00:00.000Z' }],
  ])('is not made for %s', async (_what, record) => {
    await pay(record);
    expect(await offered()).toEqual([]);
  });

  it('leaves out an address about which an alarm is open, whatever else it was paid, until two people know it', async () => {
    const address = newAddress();
    const foreign = payment({ destination_address: address, created_at: '2036-01-01T00:00:00.000Z' });
    await pay({ destination_address: address });
    expect(await offered()).toEqual([address]);
    await storeRecords([foreign]);
    // Not yet looked at by the watcher: the payments before are not tainted, and this one does not count.
    expect((await adoption()).offers).toMatchObject([{ address, paid: { times: 1 } }]);
    while ((await watchTransfers()) > 0);
    expect(await offered()).toEqual([]);
    as(admin);
    const known = surely(
      await propose({
        kind: 'known-transfers',
        subject: 'known-transfers',
        payload: { transferIds: [foreign.id] },
        comment: 'our other desk',
      }),
    );
    expect(await confirm(known.proposalId, adminTwo)).toMatchObject({ ok: true });
    expect((await adoption()).offers).toMatchObject([{ address, paid: { times: 2 } }]);
  });

  it('leaves out both of two addresses that resemble each other, and says so', async () => {
    const address = newAddress();
    await pay({ destination_address: address }, { destination_address: similarTo(address) }, {});
    const { offers, similar } = await adoption();
    expect(offers.map((offer) => offer.address)).toHaveLength(1);
    expect(offers.map((offer) => offer.address)).not.toContain(address);
    expect(similar).toBe(2);
  });

  it('leaves out the profiles from which others may send', async () => {
    await pay({ profile_id: 'p-else' });
    await putSettingInForce('external-profiles', ['p-else']);
    expect(await offered()).toEqual([]);
    await putSettingInForce('external-profiles', []);
    expect(await offered()).toHaveLength(1);
  });

  it('leaves out what the address book has, in any spelling, what it had, and what is proposed', async () => {
    const address = await pay({});
    const added = change(address.toUpperCase().replace('0X', '0x'));
    const proposalId = await adoptSurely([added]);
    expect(await offered()).toEqual([]);
    await decline(proposalId);
    expect(await offered()).toEqual([address]);
    expect(await confirm(await adoptSurely([added]))).toMatchObject({ ok: true });
    expect(await offered()).toEqual([]);
    const entry = await readRecipient(added.id);
    if (!entry.ok || !entry.value.entry) throw new Error('the entry must be readable');
    const { name, network, memo, note, profiles, beneficiary, address: saved } = entry.value.entry;
    const before = { name, network, address: saved, memo, note, profiles, beneficiary };
    const retired = surely(
      await propose({
        kind: 'recipient',
        subject: added.id,
        payload: { changes: [{ kind: 'retire', id: added.id, before }] },
        comment: 'closed',
      }),
    );
    expect(await confirm(retired.proposalId)).toMatchObject({ ok: true });
    expect(await offered()).toEqual([]);
  });

  it('is only of payments that the person sees, whose profiles the entry is then for', async () => {
    const address = await pay({ profile_id: 'p-ops' });
    const hidden = await pay({ profile_id: 'p-treasury' });
    await putRightsInForce([{ may: 'see', who: clerk?.person.id ?? '', profiles: ['p-ops'] }]);
    try {
      as(clerk);
      expect((await adoption()).offers).toMatchObject([{ address, profiles: ['p-ops'], paid: { times: 1 } }]);
      const never = newAddress();
      const refusals = await Promise.all(
        [hidden, never].map(async (one) => JSON.stringify(await adopt([change(one)])).replaceAll(one.slice(-8), '')),
      );
      expect(refusals[0]).toContain('is not a recipient that you can adopt');
      expect(new Set(refusals).size).toBe(1);
    } finally {
      await putRightsInForce([]);
    }
  });

  it('says how far back it looked where it could not look at everything, and looks further', async () => {
    const profiles = Array.from({ length: 25 }, (_, number) => `p-${number}`);
    const early = await pay({ profile_id: 'p-1', created_at: '2025-01-01T00:00:00.000Z' });
    const late = newAddress();
    await store(
      Array.from({ length: 1_000 }, (_, second) =>
        payment({
          profile_id: 'p-1',
          destination_address: late,
          created_at: new Date(Date.parse(OLD) + second * 1_000).toISOString(),
        }),
      ),
    );
    await putRightsInForce([{ may: 'see', who: clerk?.person.id ?? '', profiles }]);
    try {
      as(clerk);
      const newest = await adoption();
      expect(newest.offers).toMatchObject([{ address: late, paid: { times: MAX_PAYMENTS_COUNTED, isAtLeast: true } }]);
      expect(newest.lookedBackTo).toBe('2026-01-02T03:04:05.000000Z');
      const earlier = await adoption(newest.lookedBackTo ?? undefined);
      expect(earlier).toMatchObject({ offers: [{ address: early }], lookedBackTo: null });
    } finally {
      await putRightsInForce([]);
    }
  });

  it('is made to those who may change the address book', async () => {
    as(approver);
    expect(await readAdoption({})).toMatchObject({ error: { kind: 'forbidden' } });
  });
});

const paid = async (address?: string) => surely(await readPaidRecipients({ address }));
const times = (count: number, record: Record<string, unknown>) => Array.from({ length: count }, () => record);

describe('the form of a withdrawal', () => {
  it('offers who was paid and is not in the address book, without a name, with what all payments have in common', async () => {
    const address = await pay({ metadata: { 'Supplier name': 'Acme Metals' } });
    await pay(...times(2, { destination_address: address, created_at: '2026-03-01T00:00:00.000Z' }));
    const offer = {
      network: 'ETHEREUM',
      address,
      memo: null,
      paid: { times: 3, isAtLeast: false, lastAt: '2026-03-01T00:00:00.000Z' },
      asset: 'ETH',
      profile: 'p-ops',
      isDeclined: false,
    };
    expect(await paid()).toEqual([offer]);
    // In any spelling, and in the address book as well.
    expect(await paid(address.toUpperCase().replace('0X', '0x'))).toEqual([offer]);
    expect(await confirm(await adoptSurely([change(address)]))).toMatchObject({ ok: true });
    expect([await paid(), await paid(address)]).toEqual([[], [offer]]);
  });

  it.each([
    ['too few payments', 2, {}, { asset: null, profile: null }],
    ['another asset', 3, { asset: 'USDC' }, { asset: null, profile: 'p-ops' }],
    ['another profile', 3, { profile_id: 'p-2' }, { asset: 'ETH', profile: null }],
    ['a payment that does not count', 4, { asset: 'USDC', status: 'FAILED' }, { asset: 'ETH', profile: 'p-ops' }],
  ])('says what is usual, with %s', async (_what, count, other, expected) => {
    const address = await pay({});
    await pay(...times(count - 2, { destination_address: address }), {
      ...other,
      destination_address: address,
    });
    expect(await paid(address)).toMatchObject([expected]);
  });

  it('knows each network and memo of an address apart', async () => {
    const wallet = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
    const stellar = { crypto_network: 'STELLAR', asset: 'PYUSD', destination_address: wallet };
    await pay({ ...stellar, memo: '42' }, { ...stellar, memo: '43' });
    const address = await pay({});
    await pay({ destination_address: address, crypto_network: 'BASE' });
    expect(new Set((await paid(wallet)).map(({ memo }) => memo))).toEqual(new Set(['42', '43']));
    expect(new Set((await paid(address)).map(({ network }) => network))).toEqual(new Set(['BASE', 'ETHEREUM']));
  });

  it('learns of payments that the person sees alone, and of none where an alarm is open or the text is no address', async () => {
    const hidden = await pay(...times(3, { profile_id: 'p-treasury', destination_address: newAddress() }));
    await putRightsInForce([{ may: 'see', who: clerk?.person.id ?? '', profiles: ['p-ops'] }]);
    as(clerk);
    expect([await paid(), await paid(hidden)]).toEqual([[], []]);
    await putRightsInForce([]);
    const address = await pay({});
    await pay({ destination_address: address, created_at: '2036-01-01T00:00:00.000Z' });
    expect(await paid(address)).toEqual([]);
    expect(await paid('%')).toEqual([]);
  });

  it('asks for those who request withdrawals alone', async () => {
    as(approver);
    expect(await readPaidRecipients({})).toMatchObject({ error: { kind: 'forbidden' } });
  });
});

describe('adopting', () => {
  it('takes two people for all rows at once, who both read what was paid', async () => {
    const addresses = [await pay({}), await pay({}), await pay({})];
    const changes = addresses.map((address) => change(address));
    const subject = randomUUID();
    const proposalId = await adoptSurely(changes, subject);
    // The proposer is not the second person.
    expect(await confirm(proposalId, finance)).toMatchObject({ ok: false });
    as(approver);
    const shown = surely(await readRecipient(subject));
    expect(shown.paid).toMatchObject(Object.fromEntries(changes.map(({ id }) => [id, { times: 1 }])));
    const open = await readOpenProposals();
    expect(open.ok && open.value).toMatchObject([{ id: proposalId, count: 3, isAdopted: true }]);
    expect(await confirm(proposalId)).toMatchObject({ ok: true });
    for (const { id } of changes)
      expect(await readRecipient(id)).toMatchObject({ ok: true, value: { entry: { state: 'ACTIVE' } } });
  });

  it(`takes ${MAX_ADOPTED} at once and no more`, async () => {
    const records = Array.from({ length: MAX_ADOPTED + 1 }, () => payment());
    await store(records);
    const changes = records.map(({ destination_address: address }) => change(String(address)));
    expect(await adopt(changes)).toMatchObject({
      error: { kind: 'invalid', reason: `Adopt at most ${MAX_ADOPTED} recipients at once.` },
    });
    await decline(await adoptSurely(changes.slice(0, MAX_ADOPTED)));
  });

  it.each([
    ['another address', (address: string) => change(`${address.slice(0, -1)}${address.endsWith('0') ? '1' : '0'}`)],
    ['another network', (address: string) => change(address, { network: 'BASE' })],
  ])('refuses a row with %s than was paid', async (_what, tampered) => {
    const address = await pay({});
    const other = await pay({});
    expect(await adopt([change(other), tampered(address)])).toMatchObject({
      error: { kind: 'not-possible', reason: expect.stringMatching(/adopt|resembles/) as string },
    });
  });

  it('refuses a memo that was not paid', async () => {
    const wallet = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';
    await pay({ crypto_network: 'STELLAR', asset: 'XLM', memo: '42', destination_address: wallet });
    const adopted = (memo: string) => adopt([change(wallet, { network: 'STELLAR', memo })]);
    expect(await adopted('43')).toMatchObject({ error: { kind: 'not-possible' } });
    const proposed = surely(await adopted('42'));
    await decline(proposed.proposalId);
  });

  it('refuses what is no addition', async () => {
    const address = await pay({});
    const { id, after } = change(address) as Extract<RecipientChange, { kind: 'add' }>;
    expect(await adopt([{ kind: 'retire', id, before: after }])).toMatchObject({ error: { kind: 'invalid' } });
  });

  it('is not confirmed once an alarm is raised about one of the recipients', async () => {
    const [address, other] = [await pay({}), await pay({})];
    const proposalId = await adoptSurely([change(address), change(other)]);
    await pay({ destination_address: address, created_at: '2036-01-01T00:00:00.000Z' });
    expect(await confirm(proposalId)).toMatchObject({
      error: { kind: 'not-possible', reason: expect.stringContaining('has an open alarm') as string },
    });
    const { rows } = await pool().query('select from recipients where address in ($1, $2)', [address, other]);
    expect(rows).toEqual([]);
  });
});
