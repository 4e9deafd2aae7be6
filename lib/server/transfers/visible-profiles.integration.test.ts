import { listRequestPage } from '@/lib/server/requests/lists/list';
import { ALL_REQUESTS } from '@/lib/requests/list/query';
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSearchTerm, type SearchTerm } from '@/lib/search/search-terms';
import * as sessions from '@/lib/server/auth/sessions';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readInProgress } from '@/lib/server/mirror/figures/in-progress';
import * as newest from '@/lib/server/mirror/sync/poll-newest';
import { searchMirror } from '@/lib/server/mirror/search/search';
import { computeTypicalDurations } from '@/lib/server/mirror/figures/typical-duration';
import { readVolume } from '@/lib/server/mirror/figures/volume';
import { createRequest } from '@/lib/server/requests/creation/create';
import { listBatches } from '@/lib/server/requests/bundles/list-batches';
import { listRequestsOfRecipient } from '@/lib/server/requests/lists/list';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { readRequest } from '@/lib/server/requests/lists/read';
import { findSimilarTo } from '@/lib/server/requests/checks/similar';
import { SYSTEM_READER } from '@/lib/server/runtime/system-reader';
import { bulkLookupTransfers } from '@/lib/server/transfers/bulk-lookup';
import { readTransferDetail } from '@/lib/server/transfers/detail';
import { exportTransfers } from '@/lib/server/transfers/export';
import { listTransferPage, readTransfer } from '@/lib/server/transfers/read';
import { countNewerTransfers, readTransferTotals, readTransferValues } from '@/lib/server/transfers/totals';
import { ALL_TRANSFERS, readTransferQuery } from '@/lib/transfers/query';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import {
  clearMirror,
  type ServiceRecord,
  storeRecords,
  withdrawalRecord,
} from '@/scripts/testing/mirror/mirror-records';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { failure, surely } from '@/scripts/testing/results';

const SHOWN = 'p-shown';
const HIDDEN = 'p-hidden';
const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';

const stack = setUpTestConsole();
const findPerson = sessions.findPerson;

/** Signs in a person who may see the transfers and requests of these profiles only. */
async function signInFor(profiles: readonly string[], roles: Parameters<typeof signInAs>[1] = ['support']) {
  ({ sessionId: caller.sessionId } = await signInAs('narrow', roles));
  vi.spyOn(sessions, 'findPerson').mockImplementation(async (...question) => {
    const person = await findPerson(...question);
    return person && { ...person, visibleProfiles: profiles };
  });
}

/** Creates a record of a profile; both profiles have the same ones but for their IDs. */
function createRecord(profile: string, id: string, change: Record<string, unknown> = {}): ServiceRecord {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  return withdrawalRecord({
    id: `${profile}-${id}`,
    customer_id: 'c',
    profile_id: profile,
    ref_id: `ref-${profile}-${id}`,
    total: '1.1',
    fee: '0.1',
    status: 'PENDING',
    memo: 'common memo',
    group_id: '3d0e4b1c-0000-4000-8000-000000000001',
    created_at: at,
    updated_at: at,
    ...change,
  });
}

const recordsOf = (profile: string) => [
  createRecord(profile, 'pending'),
  createRecord(profile, 'failed', { status: 'FAILED', asset: profile === HIDDEN ? 'XLM' : 'ETH' }),
  ...Array.from({ length: 20 }, (_, index) =>
    createRecord(profile, `completed-${index}`, {
      status: 'COMPLETED',
      created_at: `2026-10-01T00:00:${String(index).padStart(2, '0')}Z`,
      // The transfers of the hidden profile take ten times as long.
      updated_at: `2026-10-01T00:${profile === HIDDEN ? '20' : '02'}:${String(index).padStart(2, '0')}Z`,
      auto_conversion: { from_transfer_id: `${SHOWN}-pending` },
    }),
  ),
];

let requestIds: Record<string, string> = {};

beforeAll(async () => {
  vi.spyOn(newest, 'readNewest').mockResolvedValue('failed');
  ({ sessionId: caller.sessionId } = await signInAs('finance', ['finance']));
  const ids = await Promise.all(
    [SHOWN, HIDDEN].map(async (profileId) => {
      const form = filledForm({ profileId, referenceId: `request-${profileId}` });
      return [profileId, surely(await createRequest({ formKey: randomUUID(), form })).requestId] as const;
    }),
  );
  requestIds = Object.fromEntries(ids);
});
beforeEach(async () => {
  vi.spyOn(newest, 'readNewest').mockResolvedValue('failed');
  await clearMirror();
  await storeRecords([...recordsOf(SHOWN), ...recordsOf(HIDDEN)]);
  await signInFor([SHOWN]);
});

const query = (parameters = '') => readTransferQuery(new URLSearchParams(parameters));
const profilesOf = (items: readonly object[]) => [
  ...new Set(items.map((item) => ('profile_id' in item ? item.profile_id : undefined))),
];

const totalOf = async (parameters: string) => surely(await readTransferTotals(query(parameters))).transfers;

describe('transfers of a profile that the reader may not see', () => {
  it.each(['', 'sort=-amount', 'status=COMPLETED', `profile=${HIDDEN}`, 'created_from=2026-01-01'])(
    'are not in the list %j',
    async (parameters) => {
      const { items, coverage } = surely(await listTransferPage({ query: query(parameters) }));
      expect(profilesOf(items)).toEqual(parameters === `profile=${HIDDEN}` ? [] : [SHOWN]);
      expect(coverage.transfers).toBe(22);
    },
  );

  it('are in the list of the next reader, also at the same moment', async () => {
    const narrowed = vi.mocked(sessions.findPerson).getMockImplementation() ?? findPerson;
    vi.mocked(sessions.findPerson).mockImplementation(findPerson).mockImplementationOnce(narrowed);
    vi.mocked(sessions.findPerson).mockClear();
    const narrow = listTransferPage({});
    // Of two calls started at once, either may ask for its person first.
    await vi.waitFor(() => expect(sessions.findPerson).toHaveBeenCalled());
    const all = listTransferPage({});
    expect(surely(await all).items).toHaveLength(44);
    expect(profilesOf(surely(await narrow).items)).toEqual([SHOWN]);
  });

  it('are not found by any search', async () => {
    const reader = { ...SYSTEM_READER, visibleProfiles: [SHOWN] };
    for (const q of [`${HIDDEN}-pending`, `ref-${HIDDEN}`, `ref-${HIDDEN}-failed`, '1 XLM', 'common memo']) {
      const found = await searchMirror(reader, query(), { term: readSearchTerm(q) as SearchTerm, limit: 100 });
      expect(profilesOf(found.items)).toEqual(q === 'common memo' ? [SHOWN] : []);
    }
    const page = surely(await listTransferPage({ query: query('q=common memo') }));
    expect(profilesOf(page.items)).toEqual([SHOWN]);
  });

  it('count in no total, filter option or coverage', async () => {
    expect(await totalOf('')).toBe(22);
    expect(await totalOf('status=FAILED')).toBe(1);
    expect(await totalOf('created_from=2026-01-01')).toBe(22);
    expect(await totalOf('q=common memo')).toBe(22);
    expect(await totalOf('asset=XLM')).toBe(0);
    const { profile, asset } = surely(await readTransferValues());
    expect(profile).toEqual([{ value: SHOWN, transfers: 22 }]);
    expect(asset.map(({ value }) => value)).toEqual(['ETH']);
    expect(await readCoverage({ ...SYSTEM_READER, visibleProfiles: [] })).toMatchObject({
      transfers: 0,
      oldestAt: null,
    });
  });

  it('are not announced as new rows', async () => {
    const { topCursor } = surely(await listTransferPage({ query: query('status=COMPLETED') }));
    await storeRecords([
      createRecord(HIDDEN, 'newer', { status: 'COMPLETED' }),
      createRecord(SHOWN, 'newer', { status: 'COMPLETED' }),
    ]);
    const newer = surely(await countNewerTransfers(query('status=COMPLETED'), topCursor ?? ''));
    expect(newer.count).toBe(1);
  });

  it('are missing in a bulk lookup', async () => {
    const text = [`ref-${HIDDEN}-pending`, `${HIDDEN}-failed`, `ref-${SHOWN}-pending`].join('\n');
    const { rows } = surely(await bulkLookupTransfers({ text }));
    expect(rows.map(({ items }) => items.map(({ id }) => id))).toEqual([[], [], [`${SHOWN}-pending`]]);
  });

  it('are not exported', async () => {
    const { stream, rows } = surely(await exportTransfers(new URLSearchParams('format=jsonl')));
    const text = await new Response(stream).text();
    expect(rows).toBe(22);
    expect(text).toContain(SHOWN);
    expect(text).not.toContain(HIDDEN);
  });

  it('have no details, and are no linked transfers', async () => {
    expect(surely(await readTransferDetail(`${HIDDEN}-pending`))).toMatchObject({ mirrored: null, linked: [] });
    const { mirrored, linked } = surely(await readTransferDetail(`${SHOWN}-pending`));
    expect(mirrored?.transfer.profile_id).toBe(SHOWN);
    expect(linked.length).toBeGreaterThan(0);
    expect(linked.filter(({ id }) => id.startsWith(HIDDEN))).toEqual([]);
  });

  it('are answered as missing when they are read live', async () => {
    const { id, profile_id } = (await stack.sandbox.api.create({ ref_id: randomUUID() })).body;
    expect(await readTransfer(id)).toMatchObject(failure('not-found', { status: 404 }));
    await signInFor([profile_id]);
    expect(await readTransfer(id)).toMatchObject({ ok: true });
  });

  it('are not in progress, move no volume and change no typical duration', async () => {
    expect(surely(await readInProgress()).pending.map(({ transfer }) => transfer.id)).toEqual([`${SHOWN}-pending`]);
    expect(surely(await readVolume()).assets).toMatchObject([{ asset: 'ETH', pending: { transfers: 1 } }]);
    const kind = { asset: 'ETH', network: 'ETHEREUM', direction: 'DEBIT', type: 'CRYPTO_WITHDRAWAL' };
    const median = async (profiles: readonly string[]) =>
      (await computeTypicalDurations({ ...SYSTEM_READER, visibleProfiles: profiles }, [kind]))[0]?.medianMs;
    expect(await median([SHOWN])).toBe(120_000);
    expect(await median([HIDDEN])).toBe(1_200_000);
  });

  it('are none at all for a reader without profiles', async () => {
    await signInFor([]);
    expect(surely(await listTransferPage({})).items).toEqual([]);
    expect(surely(await readTransferTotals(ALL_TRANSFERS)).totals).toEqual([]);
  });
});

describe('requests of a profile that the reader may not see', () => {
  it('are in no list, and missing by their ID', async () => {
    const listed = surely(await listRequestPage({ query: ALL_REQUESTS }));
    expect(listed.items.map(({ id }) => id)).toEqual([requestIds[SHOWN]]);
    expect(await readRequest(requestIds[HIDDEN] ?? '')).toMatchObject(failure('not-found'));
    expect(await readRequest(requestIds[SHOWN] ?? '')).toMatchObject({ ok: true });
    expect(surely(await listBatches())).toEqual([]);
    expect(surely(await listRequestsOfRecipient(randomUUID()))).toEqual([]);
  });

  it('wait for no approver, and are in no count', async () => {
    await signInFor([SHOWN], ['approver']);
    const { needsMe, others, counts } = surely(await readQueue());
    expect(needsMe.map(({ id }) => id)).toEqual([requestIds[SHOWN]]);
    expect({ others, counts }).toEqual({ others: [], counts: { needsMe: 1, others: 0, inProgress: 0, unresolved: 0 } });
    await signInFor([HIDDEN, SHOWN], ['approver']);
    expect(surely(await readQueue()).counts.needsMe).toBe(2);
  });

  it('are not named as similar ones, and still count in the checks of a payment', async () => {
    const body = { crypto_network: 'ETHEREUM', destination_address: RECIPIENT, asset: 'ETH', amount: '1.5' };
    const found = (reader: typeof SYSTEM_READER) => findSimilarTo(reader, body, { around: new Date() });
    expect(await found(SYSTEM_READER)).toHaveLength(2);
    expect(await found({ ...SYSTEM_READER, visibleProfiles: [SHOWN] })).toMatchObject([{ id: requestIds[SHOWN] }]);
  });

  it('are not the origin of a transfer', async () => {
    await storeRecords([createRecord(SHOWN, 'named', { ref_id: `request-${HIDDEN}` })]);
    expect(surely(await readTransferDetail(`${SHOWN}-named`)).origin).toBeNull();
    vi.mocked(sessions.findPerson).mockImplementation(findPerson);
    expect(surely(await readTransferDetail(`${SHOWN}-named`)).origin).toMatchObject({ id: requestIds[HIDDEN] });
  });
});
