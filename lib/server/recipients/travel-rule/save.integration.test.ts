import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { past } from '@/scripts/testing/data/limited-requests';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { addRecipient, changeByTwo, newAddress, TRAVEL_RULE } from '@/scripts/testing/data/recipients';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { as } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import type { RecipientEntry } from '@/lib/recipients/recipients';
import type { TravelRule } from '@/lib/recipients/travel-rule';
import { pool } from '@/lib/server/database/client';
import { findAddressFinding, findProviders } from '@/lib/server/recipients/travel-rule/ask-service';
import { saveAtService } from '@/lib/server/recipients/travel-rule/save';
import { listAddressSaves } from '@/lib/server/recipients/travel-rule/saves';
import { createRequest } from '@/lib/server/requests/creation/create';

// TRANSFER_SERVICE_ADDRESSES: the console saves the data itself, and what it saved counts for the travel rule.

const running = setUpTestConsole(
  { TRANSFER_SERVICE_ADDRESSES: 'on', TRAVEL_RULE_FROM_USD: '3000' },
  { travelRuleFromUsd: '3000', addressReviewSeconds: 60 },
);
let finance: Awaited<ReturnType<typeof signInAs>>;
let approver: typeof finance;

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1 } }]);
  const record = { asset: 'ETH', amount: '0.9', fee: '0.1', total: '1' };
  await storeRecords(Array.from({ length: 5 }, (_none, at) => past('3450', at, record)));
  approver = await signInAs('approver', ['approver']);
});
beforeEach(async () => {
  finance = await signInAs('finance', ['finance']);
  as(finance);
  await fetch(`${running.sandbox.url}/_sandbox/faults`, { method: 'DELETE' });
});

const UNSAVED = { ...TRAVEL_RULE, savedOn: '', savedBy: '' };
const add = (data: Partial<TravelRule> = {}, own: Partial<RecipientEntry> = {}) =>
  addRecipient({ finance, approver }, { travelRule: { ...UNSAVED, ...data }, ...own });
const changeTo = async (id: string, before: RecipientEntry, after: RecipientEntry) =>
  surely(
    await changeByTwo({ finance, approver }, { kind: 'change', id, before, after, chosen: '', lookAlikes: [] }, id),
  );
const saves = async (id: string) => surely(await listAddressSaves(id)) ?? [];
async function save(recipientId: string, identity = '') {
  const found = (await saves(recipientId)).find((one) => one.identity === identity);
  return saveAtService({ recipientId, identity, dataSha256: found?.dataSha256 });
}
const request = (destinationAddress: string, identityId = '') =>
  createRequest({ formKey: randomUUID(), form: filledForm({ value: '0.87', destinationAddress, identityId }) });
const stopped = (reason: RegExp) => ({
  ok: false,
  error: { kind: 'travel-rule', reason: expect.stringMatching(reason) as unknown },
});
const findingOf = async (address: string, identity = '') =>
  surely(await findAddressFinding({ network: 'ETHEREUM', address, memo: '', profile: 'p-ops', identity }));
const puts = async () => (await running.sandbox.api.inspect('stats')).requests as { 'save-address'?: object };
const auditOf = async (id: string) =>
  (
    await pool().query<{ entry: string }>(
      `select entry from audit_log where action = 'recipient.submitted' and subject = $1 order by seq`,
      [`recipient:${id}`],
    )
  ).rows.map(({ entry }) => JSON.parse(entry) as { actor: { id: string }; after: object });

describe('a save at the service', () => {
  it('counts for the travel rule, for its identity alone, until the data change', async () => {
    const { id, entry } = await add({ identities: ['identity-1'] });
    expect(await request(entry.address)).toMatchObject(stopped(/not saved at the service yet/));
    expect(await save(id)).toEqual({ ok: true, value: { state: 'PENDING' } });
    expect(await request(entry.address)).toMatchObject({ ok: true });
    expect(await request(entry.address, 'identity-1')).toMatchObject(stopped(/for the identity identity-1/));
    expect(await save(id, 'identity-1')).toMatchObject({ ok: true });
    expect(await request(entry.address, 'identity-1')).toMatchObject({ ok: true });
    const kept = await saves(id);
    expect(kept).toMatchObject([
      { identity: '', last: { by: 'finance', state: 'PENDING', isSame: true } },
      { identity: 'identity-1', last: { isSame: true } },
    ]);
    expect(await auditOf(id)).toMatchObject(
      kept.map(({ identity, dataSha256 }) => ({
        actor: { id: finance.person.id },
        after: { network: 'ETHEREUM', address: entry.address, identity, dataSha256, outcome: 'saved' },
      })),
    );
    await changeTo(id, entry, { ...entry, travelRule: { ...UNSAVED, purpose: 'Rent', identities: ['identity-1'] } });
    expect(await saves(id)).toMatchObject([{ last: { isSame: false } }, { last: { isSame: false } }]);
    expect(await request(entry.address)).toMatchObject(stopped(/not saved/));
    await save(id);
    expect(await request(entry.address)).toMatchObject({ ok: true });
  });

  it('is what counts for every entry with its address: the last one has replaced the others', async () => {
    const [network, address] = ['STELLAR', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'];
    const one = await add({}, { network, address, memo: '1' });
    const other = await add({ purpose: 'Rent' }, { network, address, memo: '2' });
    await save(one.id);
    expect(await saves(other.id)).toMatchObject([{ last: { isSame: false, by: null } }]);
    await save(other.id);
    expect(await saves(one.id)).toMatchObject([{ last: { isSame: false } }]);
    expect(await saves(other.id)).toMatchObject([{ last: { isSame: true } }]);
  });

  it('is refused by the service with the name of the member, and nothing is kept', async () => {
    const { id, entry } = await add({ providerId: 'vasp-99999' });
    const detail: unknown = expect.stringContaining('travelrule_metadata.vasp.id is unknown');
    expect(await save(id)).toMatchObject(failure('declined', { explanation: { detail } }));
    expect(await saves(id)).toMatchObject([{ last: null }]);
    expect(await auditOf(id)).toMatchObject([{ after: { outcome: 'declined' } }]);
    await changeTo(id, entry, { ...entry, travelRule: { ...UNSAVED, providerId: 'vasp-00001' } });
    expect(await save(id)).toMatchObject({ ok: true });
  });

  it('is made again after an answer that nobody can read', async () => {
    const { id } = await add();
    await running.sandbox.api.addFault({ on: 'save-address', kind: 'unknown-enums', times: 1 });
    const next: unknown = expect.stringContaining('the effect of saving them once');
    expect(await save(id)).toMatchObject(failure('unknown', { explanation: { next } }));
    expect(await auditOf(id)).toMatchObject([{ after: { outcome: 'unknown' } }]);
    expect(await save(id)).toMatchObject({ ok: true });
  });

  it('does not count where the service rejected the address', async () => {
    const { id, entry } = await add({ purpose: 'sandbox:reject' });
    expect(await save(id)).toMatchObject({ value: { state: 'REJECTED' } });
    expect(await request(entry.address)).toMatchObject(stopped(/not saved/));
    expect(await findingOf(entry.address)).toMatchObject({ look: 'bad', title: 'The service rejected this address.' });
  });

  it.each<[string, string, (id: string, entry: RecipientEntry) => Promise<object> | object]>([
    ['other data than the page showed', 'changed', () => ({ dataSha256: '0'.repeat(64) })],
    ['an identity that the entry does not name', 'changed', () => ({ identity: 'identity-2' })],
    ['an absent entry', 'not-found', () => ({ recipientId: randomUUID() })],
    ['an ID that is none', 'invalid', () => ({ recipientId: '1' })],
    [
      'a retired entry',
      'not-now',
      async (id, entry) => {
        surely(await changeByTwo({ finance, approver }, { kind: 'retire', id, before: entry }, id));
        return {};
      },
    ],
    [
      'the adapter off',
      'not-possible',
      () => {
        changeSettings({ TRANSFER_SERVICE_ADDRESSES: 'off' });
        return {};
      },
    ],
  ])('is not sent with %s', async (_name, kind, break_) => {
    const { id, entry } = await add();
    const [found] = await saves(id);
    const before = await puts();
    const input = { recipientId: id, identity: '', dataSha256: found?.dataSha256, ...(await break_(id, entry)) };
    expect(await saveAtService(input)).toMatchObject({ ok: false, error: { kind } });
    expect((await puts())['save-address']).toEqual(before['save-address']);
  });

  it('is never changed or deleted', async () => {
    const { id } = await add();
    await save(id);
    for (const change of [
      `update address_saves set state = 'x'`,
      'delete from address_saves',
      'truncate address_saves',
    ])
      await expect(pool().query(change)).rejects.toThrow(/never changed/);
  });
});

describe('a withdrawal under review', () => {
  it('shows the review, an address that the service lacks, and that the service does not answer', async () => {
    const { id, entry } = await add();
    expect(await findingOf(entry.address)).toMatchObject({ title: expect.stringContaining('does not list') });
    await save(id);
    expect(await findingOf(entry.address.toUpperCase().replace('0X', '0x'))).toMatchObject({ look: 'warn' });
    expect(await findingOf(entry.address)).toMatchObject({ title: 'The service is reviewing this address.' });
    running.sandbox.clock.nowMs += 60_000;
    expect(await findingOf(entry.address)).toBeNull();
    await running.sandbox.api.addFault({ on: 'addresses', kind: 'error', status: 404 });
    expect(await findingOf(entry.address)).toMatchObject({ title: expect.stringContaining('could not be checked') });
    expect(await request(entry.address)).toMatchObject({ ok: true });
  });

  it('asks about no address but that of an entry with data, for a profile that may pay it', async () => {
    const { entry } = await add({}, { profiles: ['p-other'] });
    expect(await findingOf(entry.address)).toBeNull();
    expect(await findingOf(newAddress())).toBeNull();
  });
});

it('searches the directory from two letters on, and explains where it cannot', async () => {
  expect(await findProviders({ q: ' e' })).toEqual({ ok: true, value: { items: [], rest: 'none' } });
  expect(await findProviders({ q: 'example e' })).toMatchObject({ value: { items: [{ id: 'vasp-00000' }] } });
  await running.sandbox.api.addFault({ on: 'vasps', kind: 'error', status: 404 });
  expect(await findProviders({ q: 'example' })).toMatchObject({ error: { kind: 'failed', status: 502 } });
});
