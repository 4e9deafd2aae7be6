import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_WATCHES } from '@/lib/cases/contract';
import { dismissWatches, readWatches, watch } from '@/lib/server/cases/watches';
import { pool } from '@/lib/server/database/client';
import { sends } from '@/lib/server/database/schema/sends';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { createRequest } from '@/lib/server/requests/creation/create';
import { filledForm } from '@/scripts/stack/filled-form';
import { caller } from '@/scripts/testing/people/caller';
import { clearMirror, historyRecords, type ServiceRecord, storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { failure, surely } from '@/scripts/testing/results';

const MINUTE = 60_000;
const [base] = historyRecords(1) as [ServiceRecord];

setUpTestConsole();
beforeEach(async () => {
  await pool().query('delete from transfer_watches');
  ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
});

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** Stores a transfer, by default one that is pending for ten minutes, and gives its id. */
async function store(change: Partial<ServiceRecord> = {}): Promise<string> {
  const id = change.id ?? randomUUID();
  const times = { created_at: ago(10 * MINUTE), updated_at: ago(10 * MINUTE) };
  await storeRecords([{ ...base, status: 'PENDING', ...times, ...change, id }]);
  return id;
}

const watches = async () => surely(await readWatches());

async function makeRequest() {
  ({ sessionId: caller.sessionId } = await signInAs('finance', ['finance']));
  return surely(await createRequest({ formKey: randomUUID(), form: filledForm({ referenceId: `W-${randomUUID()}` }) }))
    .requestId;
}

describe('a watched transfer', () => {
  it('is pending with its age, then has its outcome until it is dismissed', async () => {
    const transferId = await store({ ref_id: 'INV-7' });
    expect(await watch({ transferId })).toMatchObject({ ok: true, value: [{ transferId, doneForMs: null }] });
    const [pending] = await watches();
    expect(pending).toMatchObject({ transfer: { ref_id: 'INV-7', status: 'PENDING' }, requestId: null, isGone: false });
    expect(pending?.ageMs).toBeGreaterThan(9 * MINUTE);
    expect(pending?.ageMs).toBeLessThan(11 * MINUTE);
    expect(pending?.typical).not.toBeNull();

    await store({ id: transferId, status: 'COMPLETED', updated_at: ago(4 * MINUTE) });
    const [done] = await watches();
    expect(done?.transfer?.status).toBe('COMPLETED');
    expect(Math.round((done?.doneForMs ?? 0) / MINUTE)).toBe(4);
    expect((await pool().query('select done_at from transfer_watches where done_at is not null')).rowCount).toBe(1);
    expect(await dismissWatches({ watchIds: [done?.id] })).toEqual({ ok: true, value: [] });
  });

  it('comes before the pending ones once it has an outcome, with the reasons of a failure', async () => {
    const [first, second] = [await store(), await store()];
    for (const transferId of [first, second]) await watch({ transferId });
    expect((await watches()).map(({ transferId }) => transferId)).toEqual([second, first]);
    await store({ id: first, status: 'FAILED', status_details: { missing_trustline: {} } });
    expect(await watches()).toMatchObject([
      { transferId: first, transfer: { status_details: { missing_trustline: {} } } },
      { transferId: second, doneForMs: null },
    ]);
  });

  it('is watched once by one person, and by each person apart', async () => {
    const transferId = await store();
    for (let times = 0; times < 2; times += 1)
      expect(await watch({ transferId })).toMatchObject({ ok: true, value: [{ transferId }] });
    const [mine] = await watches();
    ({ sessionId: caller.sessionId } = await signInAs('finance', ['finance']));
    expect(await watches()).toEqual([]);
    // Another person's watch is not theirs to end.
    expect(await dismissWatches({ watchIds: [mine?.id] })).toEqual({ ok: true, value: [] });
    ({ sessionId: caller.sessionId } = await signInAs('support', ['support']));
    expect(await watches()).toHaveLength(1);
  });

  it('has an outcome when the service no longer knows it, and none while the mirror is read again', async () => {
    const transferId = await store();
    await watch({ transferId });
    await pool().query('update mirror_transfers set gone_at = now() where id = $1', [transferId]);
    expect(await watches()).toMatchObject([{ isGone: true, doneForMs: expect.any(Number) }]);
    await clearMirror();
    expect(await watches()).toMatchObject([{ transferId, transfer: null, doneForMs: null }]);
  });

  it('can lack every readable time and amount', async () => {
    const transferId = await store({ created_at: 'yesterday', updated_at: 7, amount: {}, status: 'FROZEN' });
    await watch({ transferId });
    expect(await watches()).toMatchObject([{ transferId, ageMs: null, doneForMs: null }]);
    await store({ id: transferId, created_at: 'yesterday', updated_at: 7, status: 'COMPLETED' });
    expect(await watches()).toMatchObject([{ transferId, doneForMs: expect.any(Number) }]);
  });

  it('must exist, must have no outcome, and needs input that a button sends, and a session', async () => {
    expect(await watch({ transferId: randomUUID() })).toEqual(failure('not-found'));
    const transferId = await store({ status: 'COMPLETED' });
    expect(await watch({ transferId })).toMatchObject({ error: { kind: 'not-now' } });
    for (const input of [
      undefined,
      {},
      { transferId: '' },
      { transferId: 'a\0' },
      { requestId: 'x' },
      { transferId, requestId: randomUUID() },
    ])
      expect(await watch(input)).toMatchObject({ error: { kind: 'invalid' } });
    for (const input of [
      undefined,
      {},
      { watchIds: ['x'] },
      { watchIds: [1.5] },
      { watchIds: Array.from({ length: 300 }, () => 1) },
    ])
      expect(await dismissWatches(input)).toMatchObject({ error: { kind: 'invalid' } });
    caller.sessionId = undefined;
    for (const outcome of [await readWatches(), await watch({ transferId }), await dismissWatches({ watchIds: [] })])
      expect(outcome).toEqual(failure('signed-out'));
  });

  it(`is one of at most ${MAX_WATCHES}`, async () => {
    const { person } = await signInAs('support', ['support']);
    await pool().query(
      `insert into transfer_watches (person_id, transfer_id) select $1, 'w-' || n from generate_series(1, $2) as n`,
      [person.id, MAX_WATCHES],
    );
    expect(await watch({ transferId: await store() })).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('Dismiss some on the home page.') },
    });
    expect(await watches()).toHaveLength(MAX_WATCHES);
  });
});

describe('a watched request', () => {
  it('is followed to its transfer', async () => {
    const requestId = await makeRequest();
    expect(await watch({ requestId })).toMatchObject({
      ok: true,
      value: [
        { requestId, transferId: null, transfer: null, request: { state: 'AWAITING_APPROVAL' }, doneForMs: null },
      ],
    });
    const transferId = await store();
    await withoutTriggers((transaction) =>
      transaction.insert(sends).values({ requestId, state: 'ACCEPTED', transferId }),
    );
    expect(await watches()).toMatchObject([{ requestId, transferId, request: null, doneForMs: null }]);
    await store({ id: transferId, status: 'COMPLETED', updated_at: ago(MINUTE) });
    expect(await watches()).toMatchObject([{ requestId, transferId, doneForMs: expect.any(Number) }]);
  });

  it('has an outcome when it is never sent; one that has an outcome or does not exist is not watched', async () => {
    const requestId = await makeRequest();
    await watch({ requestId });
    expect(await cancelRequest({ requestId })).toMatchObject({ ok: true });
    expect(await watches()).toMatchObject([
      { requestId, request: { state: 'CANCELLED' }, doneForMs: expect.any(Number) },
    ]);
    expect(await watch({ requestId })).toMatchObject({ error: { kind: 'not-now' } });
    expect(await watch({ requestId: randomUUID() })).toEqual(failure('not-found'));
  });

  it('is pending again when it was rejected and then changed', async () => {
    const requestId = await makeRequest();
    await watch({ requestId });
    await pool().query(`update transfer_watches set done_at = now() - interval '1 hour'`);
    expect(await watches()).toMatchObject([{ doneForMs: null }]);
    expect((await pool().query('select 1 from transfer_watches where done_at is null')).rowCount).toBe(1);
  });
});
