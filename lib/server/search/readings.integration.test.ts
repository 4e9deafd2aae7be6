import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { filledForm } from '@/scripts/stack/filled-form';
import { type ServiceRecord, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { as, caller } from '@/scripts/testing/people/caller';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { ALL_REQUESTS, readRequestQuery } from '@/lib/requests/list/query';
import * as sessions from '@/lib/server/auth/sessions';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { createRequest } from '@/lib/server/requests/creation/create';
import { listRequestPage } from '@/lib/server/requests/lists/list';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { readRequest } from '@/lib/server/requests/lists/read';
import { searchBesideTransfers } from '@/lib/server/search/search';
import { listTransferPage } from '@/lib/server/transfers/read';
import { readTransferTotals } from '@/lib/server/transfers/totals';
import { readTransferQuery } from '@/lib/transfers/query';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

// No transfers but those of the test: what is looked up at the service would be stored.
setUpTestConsole({}, { transfers: 0 });
const { findPerson } = sessions;

const HASH = `0x${'ab12cd34'.repeat(8)}`;
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const CASH = 'bitcoincash:qp4np570rtg9c72dw9e9anm33ujsl8ftl5q7hqfwf5';
const [CUSTOMER, IDENTITY, ACCOUNT, HIDDEN_IDENTITY] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

const record = (id: string, day: number, change: Record<string, unknown> = {}): ServiceRecord => {
  const at = `2026-11-${String(day).padStart(2, '0')}T10:00:00Z`;
  const usual = { id, customer_id: 'c-1', profile_id: 'p-ops', amount: '7', total: '7', fee: '0', asset: 'ETH' };
  const kind = { direction: 'DEBIT', type: 'CRYPTO_WITHDRAWAL', status: 'COMPLETED', created_at: at, updated_at: at };
  return { ...usual, ...kind, ...change };
};
const RECORDS = [
  record('t-ref', 1, { ref_id: 'SET-8aa5', crypto_tx_hash: HASH, destination_address: ADDRESS }),
  record('t-near', 2, { ref_id: 'INV-2026-0003', amount: '34144.076127', total: '34144.096127', asset: 'USDC' }),
  record('t-1250', 3, { amount: '1250', total: '1251', asset: 'USDC' }),
  record('t-1.25', 4, { amount: '1.25', total: '1.26', asset: 'USDC' }),
  record('t-ids', 5, { customer_id: CUSTOMER, identity_id: IDENTITY, account_id: ACCOUNT, profile_id: 'p-two' }),
  record('t-label', 6, { metadata: { cost_centre: 'CC-1' } }),
  record('t-cash', 7, { destination_address: CASH, crypto_network: 'BITCOIN_CASH', asset: 'BCH' }),
  record('t-travel', 8, { status: 'FAILED', secondary_status: { name: 'TRAVEL_RULE_REJECTED' } }),
  record('t-trust', 9, { status: 'FAILED', status_details: { missing_trustline: { message: 'none' } } }),
  record('t-hidden', 10, {
    profile_id: 'p-hidden',
    identity_id: HIDDEN_IDENTITY,
    ref_id: 'HID-0001',
    amount: '555.55',
  }),
];

let finance: Awaited<ReturnType<typeof signInAs>>;
const ids: Record<string, string> = {};

async function create(name: string, change: Partial<WithdrawalForm>) {
  const created = surely(await createRequest({ formKey: randomUUID(), form: filledForm(change) }));
  ids[name] = created.requestId;
}

beforeAll(async () => {
  await storeRecords(RECORDS);
  finance = await signInAs('finance', ['finance']);
  as(finance);
  await create('note', {
    referenceId: 'PAY-0017',
    value: '250.5',
    note: 'Retainer for the Oslo office',
    metadata: [{ key: 'order_no', value: 'Z-441' }],
  });
  await create('rejected', { referenceId: 'PAY-0018', value: '9999', destinationAddress: CASHLESS });
  const items = ['LIS-001', 'LIS-002'].map((referenceId) => filledForm({ referenceId, value: '3' }));
  const batch = surely(await createBatch({ batchKey: randomUUID(), name: 'November payroll Lisbon', items }));
  ids.batch = batch.bundleId;
  const approver = await signInAs('approver', ['approver']);
  as(approver);
  const { version, bodySha256 } = surely(await readRequest(ids.rejected ?? ''));
  surely(
    await decideOnRequest({
      requestId: ids.rejected,
      version,
      bodySha256,
      verdict: 'REJECTED',
      comment: 'Duplicate of the October retainer',
    }),
  );
});
const CASHLESS = '0x27b1fdb04752bbc536007a920d24acb045561c26';
beforeEach(async () => {
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

/** Signs the caller in as somebody who sees these profiles alone. */
function narrow(profiles: readonly string[]) {
  vi.spyOn(sessions, 'findPerson').mockImplementation(async (...question) => {
    const person = await findPerson(...question);
    return person && { ...person, visibleProfiles: profiles };
  });
}

async function page(q: string, parameters = '') {
  const query = { ...readTransferQuery(new URLSearchParams(parameters)), q };
  return surely(await listTransferPage({ query }));
}
const matchesOf = (items: readonly object[]) =>
  items.map((item) => {
    const { id, match } = item as { id: string; match?: { field: string; how: string } };
    return `${id}: ${match?.field} ${match?.how}`;
  });
const find = async (q: string) => matchesOf((await page(q)).items);
const beside = async (q: string) => surely(await searchBesideTransfers(q));
const nameOf = (id: string) => Object.entries(ids).find(([, known]) => known === id)?.[0] ?? id;
const requests = async (q: string) =>
  (await beside(q)).requests.map(({ id, match }) => `${nameOf(id)}: ${match.field} ${match.how}`);
const listed = async (parameters: string) => {
  const { query } = readRequestQuery(new URLSearchParams(parameters));
  return surely(await listRequestPage({ query: { ...ALL_REQUESTS, ...query } }));
};

describe('another reading of a text finds a transfer', () => {
  it.each<[string, string[]]>([
    ['where is payment set-8AA5 please?', ['t-ref: ref_id exact']],
    [`https://scan.example/x/tx/${HASH}?a=b`, ['t-ref: crypto_tx_hash exact']],
    [`scan.example/address/${ADDRESS}`, ['t-ref: destination_address exact']],
    ['0x5290…9EE7', ['t-ref: destination_address ends']],
    ['0x5290...9ee7', ['t-ref: destination_address ends']],
    [`${HASH.slice(0, 8)}…${HASH.slice(-6)}`, ['t-ref: crypto_tx_hash ends']],
    ['qp4np5…fwf5', ['t-cash: destination_address ends']],
    ['0x5291…9EE7', []],
    ['34144.076127', ['t-near: amount exact']],
    ['34,144.096127', ['t-near: total exact']],
    ['1250', ['t-1250: amount exact']],
    ['1,250 usdc', ['t-1.25: amount exact', 't-1250: amount exact']],
    ['1.250', ['t-1.25: amount exact', 't-1250: amount exact']],
    ['34,144.08', []],
    ['p-two', ['t-ids: profile_id exact']],
    [CUSTOMER, ['t-ids: customer_id exact']],
    [IDENTITY.toUpperCase(), ['t-ids: identity_id exact']],
    [ACCOUNT, ['t-ids: account_id exact']],
    ['cost_centre', ['t-label: metadata_key exact']],
    ['Cost centre', ['t-label: metadata_key exact']],
    ['travel rule rejected', ['t-travel: secondary_status exact']],
    ['TRAVEL_RULE', ['t-travel: secondary_status prefix']],
    ['missing trustline', ['t-trust: status_details exact']],
  ])('%s', async (q, wanted) => {
    expect(await find(q)).toEqual(wanted);
  });

  it('with its totals, page by page and within filters', async () => {
    const query = readTransferQuery(new URLSearchParams({ q: '1,250 usdc' }));
    expect(surely(await readTransferTotals(query))).toMatchObject({ transfers: 2 });
    expect(surely(await readTransferTotals({ ...query, q: 'cost_centre' }))).toMatchObject({ transfers: 1 });
    const first = surely(await listTransferPage({ query, limit: 1 }));
    expect(matchesOf(first.items)).toEqual(['t-1.25: amount exact']);
    const next = surely(await listTransferPage({ query, limit: 1, cursor: first.nextCursor ?? '' }));
    expect([matchesOf(next.items), next.nextCursor]).toEqual([['t-1250: amount exact'], null]);
    expect(matchesOf((await page('c-1', 'status=FAILED')).items)).toEqual([
      't-trust: customer_id exact',
      't-travel: customer_id exact',
    ]);
  });

  it('and one that is the text itself answers alone', async () => {
    await storeRecords([record('t-5', 11, { ref_id: 'cost_centre' })]);
    expect(await find('cost_centre')).toEqual(['t-5: ref_id exact']);
  });
});

describe('what is near', () => {
  it('an amount comes apart, with how far away it may be', async () => {
    const { near, read } = await beside('34,144.08');
    expect(near).toMatchObject([{ amount: '34144.08', within: '0.01', transfers: [{ id: 't-near' }], hasMore: false }]);
    expect(read).toEqual({ amounts: ['34144.08'], asset: null });
    expect((await beside('34144.1 usdc')).near).toMatchObject([{ within: '0.05', transfers: [{ id: 't-near' }] }]);
    expect((await beside('34144.1 eth')).near).toEqual([]);
    expect((await beside('250.49')).near).toMatchObject([{ transfers: [], requests: [{ id: ids.note }] }]);
  });

  it('leaves out what is equal, and what is far', async () => {
    expect((await beside('34144.076127')).near).toEqual([]);
    expect((await beside('34144.2')).near).toEqual([]);
  });

  it('a reference: one whose number has other zeros before it', async () => {
    expect((await page('INV-2026-3')).similar).toEqual(['INV-2026-0003']);
    expect((await page('inv-2026-00003')).similar).toContain('INV-2026-0003');
    expect((await page('pay-17')).similar).toEqual(['PAY-0017']);
    expect((await listed('q=LIS-1')).similar).toEqual(['LIS-001']);
  });
});

describe('another reading of a text finds a request', () => {
  it.each([
    ['status of PAY-0017?', 'note: ref_id exact'],
    ['250.5', 'note: amount exact'],
    ['250,50', 'note: amount exact'],
    ['250.5 eth', 'note: amount exact'],
    ['order_no', 'note: metadata_key exact'],
    ['0x27b1…1c26', 'rejected: destination_address ends'],
    ['oslo office', 'note: note contains'],
    ['october duplicate', 'rejected: comment contains'],
  ])('%s', async (q, wanted) => {
    expect(await requests(q)).toEqual([wanted]);
    const { items } = await listed(new URLSearchParams({ q }).toString());
    expect(items.map(({ id }) => id)).toEqual([ids[wanted.split(':')[0] ?? '']]);
  });

  it('by the ID of its profile, and by the name of its batch', async () => {
    expect((await requests('p-ops')).every((match) => match.endsWith('profile_id exact'))).toBe(true);
    expect((await listed('q=p-ops')).items).toHaveLength(4);
    expect((await listed('q=payroll lisbon')).items).toHaveLength(2);
    // In the search, the batch itself is the result.
    expect(await requests('lisbon november')).toEqual([]);
  });
});

it('finds a batch by the words of its name, the whole name exactly', async () => {
  const batch = { id: ids.batch, name: 'November payroll Lisbon', requesterName: 'finance', count: 2 };
  expect((await beside('payroll november')).batches).toMatchObject([{ ...batch, isExact: false }]);
  expect((await beside('november PAYROLL lisbon')).batches).toMatchObject([{ ...batch, isExact: true }]);
  expect((await beside('december payroll')).batches).toEqual([]);
});

it('says what was looked through by the rights of the reader', async () => {
  expect((await beside('x')).searched).toEqual(['requests', 'batches', 'recipients', 'notes']);
});

describe('under a filter', () => {
  it.each<[string, string, string]>([
    ['SET-8aa5', 'status=FAILED', 'status=FAILED'],
    ['SET-8aa5', 'status=FAILED&asset=ETH', 'status=FAILED'],
    ['set-8aa5', 'asset=BTC&created_from=2026-11-02', 'asset=BTC&created_from=2026-11-02'],
    ['t-ref', 'profile=p-two&status=COMPLETED', 'profile=p-two'],
    [HASH, 'amount_from=100', 'amount_from=100'],
    [ADDRESS, 'problem=1', 'problem=1'],
    ['where is SET-8aa5?', 'f=memo:is:x', 'f=memo%3Ais%3Ax'],
  ])('%s with %s is shown apart, with the filter that hides it', async (q, parameters, by) => {
    const { items, hidden, liveLookup } = await page(q, parameters);
    expect([items, liveLookup]).toEqual([[], undefined]);
    expect(hidden).toMatchObject([{ item: { id: 't-ref' }, by }]);
  });

  it('nothing is hidden that is shown, or that does not exist', async () => {
    expect(await page('SET-8aa5', 'status=COMPLETED')).not.toHaveProperty('hidden');
    expect(await page('SET-9999', 'status=COMPLETED')).not.toHaveProperty('hidden');
    expect(await page('SET-8aa5')).not.toHaveProperty('hidden');
  });

  it.each([
    ['q=PAY-0017&state=rejected', 'note', 'state=rejected'],
    ['q=PAY-0018&state=rejected&asset=BTC', 'rejected', 'asset=BTC'],
    ['q=pay-0017&of=mine', 'note', 'of=mine'],
    ['q=PAY-0018&created_to=2020-01-01', 'rejected', 'created_to=2020-01-01'],
  ])('a request is shown apart: %s', async (parameters, name, by) => {
    const { items, hidden } = await listed(parameters);
    expect(items).toEqual([]);
    expect(hidden).toMatchObject([{ item: { id: ids[name] }, by }]);
  });
});

describe('for a reader who may not see a profile', () => {
  beforeEach(() => narrow(['p-ops']));

  it('what is hidden is answered like what does not exist', async () => {
    const [hidden, unknown] = [await page(HIDDEN_IDENTITY), await page(randomUUID())];
    expect([hidden.items, hidden.limits, hidden.similar]).toEqual([unknown.items, unknown.limits, unknown.similar]);
    for (const q of ['HID-1', 'HID-0001', 'about HID-0001', 'p-hidden', '555.55', 'p-two', CUSTOMER]) {
      const { items, similar } = await page(q);
      expect([q, items, similar]).toEqual([q, [], undefined]);
      expect([q, (await page(q, 'status=FAILED')).hidden]).toEqual([q, undefined]);
    }
    expect((await beside('555.56')).near).toEqual([]);
  });

  it('requests, batches and comments of other profiles are none', async () => {
    narrow(['p-two']);
    for (const q of ['oslo office', 'october retainer', 'PAY-0017', '250.5', 'order_no', 'p-ops', '250.49']) {
      const { requests: found, batches, near } = await beside(q);
      expect([q, found, batches, near]).toEqual([q, [], [], []]);
      const { items, hidden, similar } = await listed(new URLSearchParams({ q, state: 'rejected' }).toString());
      expect([q, items, hidden, similar]).toEqual([q, [], undefined, undefined]);
    }
    expect((await beside('payroll lisbon')).batches).toEqual([]);
    expect(await listed('q=PAY-17')).not.toHaveProperty('similar');
  });
});
