import { as } from '@/scripts/testing/people/caller';
import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { putRegistryInForce } from '@/scripts/testing/data/settings';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decisions } from '@/lib/server/database/schema/decisions';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { decideOnBundle, decideOnBundleAs } from '@/lib/server/requests/bundles/decide';
import { listBatches } from '@/lib/server/requests/bundles/list-batches';
import { readBatchStates } from '@/lib/server/requests/bundles/read-batch';
import { amendRequest, changeFiles } from '@/lib/server/requests/creation/amend';
import { cancelBatchAs, cancelRequest } from '@/lib/server/requests/votes/cancel';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { ALL_REQUESTS } from '@/lib/requests/list/query';
import { listRequestPage } from '@/lib/server/requests/lists/list';
import { samplePdf } from '@/scripts/stack/sample-files';
import { uploadFile } from '@/scripts/testing/data/upload';
import { readRequest } from '@/lib/server/requests/lists/read';
import {
  APPROVE,
  countStates,
  cover,
  decide,
  itemsOf,
  make,
  needsOf,
  newAddress,
  saveEntry,
  setUpBatchDesk,
  view,
} from '@/scripts/testing/data/batch-desk';
import { failure, surely } from '@/scripts/testing/results';

const desk = setUpBatchDesk();

describe('cancelling a batch', () => {
  it('cancels what was not sent, records each item, and leaves what was sent', async () => {
    const bundleId = await make(itemsOf(4));
    const { items } = await view(bundleId, desk.finance);
    await withoutTriggers(async (transaction) => {
      await transaction.insert(sends).values([
        { requestId: items[0]?.id ?? '', state: 'SENDING', fence: 1 },
        { requestId: items[1]?.id ?? '', state: 'QUEUED' },
      ]);
      await transaction
        .update(withdrawalRequests)
        .set({ state: 'APPROVED' })
        .where(inArray(withdrawalRequests.id, [items[0]?.id ?? '', items[1]?.id ?? '']));
    });
    expect((await view(bundleId, desk.finance)).denialReason.cancel).toBeNull();
    expect(await cancelBatchAs(desk.finance.person, { bundleId })).toEqual({ ok: true, value: { cancelled: 3 } });
    expect(await countStates(bundleId)).toEqual({ APPROVED: 1, CANCELLED: 3 });
    const ids = items.map(({ id }) => id);
    expect(await database().$count(sends, inArray(sends.requestId, ids))).toBe(1);
    const subjects = ids.map((id) => `request:${id}`);
    const entries = await database()
      .select({ subject: auditLog.subject, entry: auditLog.entry })
      .from(auditLog)
      .where(and(eq(auditLog.action, 'request.cancelled'), inArray(auditLog.subject, subjects)));
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set(subjects.slice(1)));
    expect(JSON.parse(entries[0]?.entry ?? '')).toMatchObject({
      after: { state: 'CANCELLED', with: `group:${bundleId}` },
    });
    expect(await cancelBatchAs(desk.finance.person, { bundleId })).toMatchObject(
      failure('not-now', { reason: expect.stringContaining('No row of this batch') }),
    );
  });

  it('is for its requester alone', async () => {
    const bundleId = await make(itemsOf(1));
    expect((await view(bundleId, desk.one)).denialReason.cancel).toContain('Only the requester');
    for (const person of [desk.financeTwo, desk.one])
      expect(await cancelBatchAs(person.person, { bundleId })).toMatchObject({ ok: false });
    for (const input of [{ bundleId: randomUUID() }, { bundleId: 'x' }, {}, undefined])
      expect(await cancelBatchAs(desk.finance.person, input)).toMatchObject({ ok: false });
    expect(await countStates(bundleId)).toEqual({ AWAITING_APPROVAL: 1 });
  });

  it('at the moment of an approval either cancels or sends, never both', async () => {
    const bundleId = await make(itemsOf(5));
    const [approved, cancelled] = await Promise.all([
      decide(desk.one, bundleId),
      cancelBatchAs(desk.finance.person, { bundleId }),
    ]);
    expect(approved.ok || cancelled.ok).toBe(true);
    const { items } = await view(bundleId);
    const sendsLeft = await database().$count(
      sends,
      inArray(
        sends.requestId,
        items.map(({ id }) => id),
      ),
    );
    const states = await countStates(bundleId);
    expect((states.APPROVED ?? 0) + (states.CANCELLED ?? 0)).toBe(5);
    expect(sendsLeft).toBe(states.APPROVED ?? 0);
  });
});

describe('approving a batch as a whole', () => {
  it('takes items by themselves whose rule forbids it, and the others in the order of what was found', async () => {
    const items = [
      ...itemsOf(2),
      ...itemsOf(1, { destinationAddress: newAddress() }),
      ...itemsOf(1, { profileId: 'p-treasury' }),
    ];
    const repeated = itemsOf(1)[0];
    const bundleId = await make([...items, ...(repeated ? [repeated, { ...repeated, referenceId: '' }] : [])]);
    const shown = await view(bundleId);
    expect(shown.items.map(({ look }) => [look?.need, look?.reasons.join(' ')])).toEqual([
      ['none', ''],
      ['none', ''],
      ['screen', expect.stringContaining('First time from this console.')],
      ['alone', expect.stringContaining('policy')],
      ['item', expect.stringContaining('within 24 hours')],
      ['item', expect.stringContaining('within 24 hours')],
    ]);
    expect(shown.denialReason).toMatchObject({ reject: null, approve: null });
    expect(await decide(desk.one, bundleId)).toMatchObject(
      failure('not-now', { reason: expect.stringMatching(/^No row was approved\. Row 4, .*policy/) as string }),
    );
    expect(await countStates(bundleId)).toEqual({ AWAITING_APPROVAL: 6 });
    const { id: requestId, bodySha256 } = shown.items[2] ?? {};
    const alone = { requestId, version: 1, bodySha256, verdict: 'APPROVED', comment: '' };
    expect(await decideOnRequest(alone)).toEqual({ ok: true, value: { state: 'APPROVED' } });
    // The next item is one that still awaits this person; after the last desk.one, the first.
    const nextOf = async (place: number) => {
      const found = await readRequest(shown.items[place]?.id ?? '');
      return found.ok && found.value.bundle?.kind === 'batch' && found.value.bundle.nextId;
    };
    expect(await nextOf(1)).toBe(shown.items[3]?.id);
    expect(await nextOf(2)).toBe(shown.items[3]?.id);
    expect(await nextOf(5)).toBe(shown.items[0]?.id);
    as(desk.finance);
    expect(await nextOf(2)).toBeNull();
    expect(
      await decide(desk.one, bundleId, 'APPROVED', {}, ({ canDecide, look }) => canDecide && look?.need !== 'alone'),
    ).toEqual({ ok: true, value: { decided: 4 } });
    expect(await decide(desk.one, bundleId, 'REJECTED')).toEqual({ ok: true, value: { decided: 1 } });
    expect(await countStates(bundleId)).toEqual({ APPROVED: 5, REJECTED: 1 });
  });

  it('asks for a look at a recipient listed for other profiles only, and at an address that could not be checked', async () => {
    const destinationAddress = newAddress();
    const doge = 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L';
    changeSettings({ TRANSFER_SERVICE_NETWORKS: ['DOGECOIN'] });
    await putRegistryInForce({
      assets: [{ ticker: 'DOGE', networks: ['DOGECOIN'] }],
      networks: [{ id: 'DOGECOIN', label: 'Dogecoin' }],
    });
    const ofOthers = await make(itemsOf(1, { destinationAddress }));
    await saveEntry('ETHEREUM', destinationAddress, ['p-else']);
    await saveEntry('DOGECOIN', doge);
    const unchecked = await make(itemsOf(1, { network: 'DOGECOIN', asset: 'DOGE', destinationAddress: doge }));
    expect((await view(ofOthers)).items[0]?.look).toMatchObject({
      need: 'screen',
      reasons: ['First time from this console.', expect.stringContaining('small letters')],
    });
    expect((await view(unchecked)).items[0]?.look).toMatchObject({
      need: 'item',
      reasons: [expect.stringContaining('could not run'), expect.stringContaining('oo few earlier payments')],
    });
  });

  it('asks for a look at an item with files, also where they came meanwhile', async () => {
    const bundleId = await make(itemsOf(2));
    const { items } = await view(bundleId);
    const before = { bundleId, ...APPROVE, ...(await cover(items)) };
    as(desk.finance);
    const { id } = await uploadFile('invoice.pdf', samplePdf());
    const files = { formKey: randomUUID(), requestId: items[0]?.id, basedOnVersion: 1, attachmentIds: [id] };
    expect(await changeFiles(files)).toMatchObject({ ok: true });
    // The bytes are the same; the version is not.
    expect(await decideOnBundleAs(desk.one.person, before)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('It has attachments') as string },
    });
    const shown = await view(bundleId);
    expect(needsOf(shown.items)).toEqual(['item', 'none']);
    expect(await decide(desk.one, bundleId)).toEqual({ ok: true, value: { decided: 2 } });
  });

  it('covers the bytes that were seen: an amendment, cancellation or decision meanwhile voids it', async () => {
    const bundleId = await make(itemsOf(3));
    const { waiting, items } = await view(bundleId);
    const said = { bundleId, ...APPROVE, ...(await cover(items)) };
    as(desk.finance);
    const amendment = { formKey: randomUUID(), form: itemsOf(1)[0], requestId: items[0]?.id, basedOnVersion: 1 };
    expect(await amendRequest(amendment)).toMatchObject({ ok: true });
    expect(await decideOnBundleAs(desk.one.person, said)).toMatchObject(failure('changed'));
    expect(await readBatchStates(bundleId)).toMatchObject({
      ok: true,
      value: { states: Array.from({ length: 3 }, () => ({ state: 'AWAITING_APPROVAL' })) },
    });
    const after = await view(bundleId);
    expect(after.waiting.sha256).not.toBe(waiting.sha256);
    as(desk.finance);
    expect(await cancelRequest({ requestId: items[1]?.id })).toEqual({ ok: true, value: null });
    expect(await decideOnBundleAs(desk.one.person, { ...said, ...(await cover(after.items)) })).toMatchObject(
      failure('changed'),
    );
    expect(await decide(desk.one, bundleId)).toEqual({ ok: true, value: { decided: 2 } });
    expect(await countStates(bundleId)).toEqual({ APPROVED: 2, CANCELLED: 1 });
  });

  it('asks for the amount of a row far above the others, and for no other', async () => {
    const bundleId = await make([...itemsOf(4), ...itemsOf(1, { value: '30' })]);
    const { items } = await view(bundleId);
    expect(items.map(({ look }) => look?.isAmountAsked)).toEqual([false, false, false, false, true]);
    for (const [amounts, reason] of [
      [{}, 'Row 5, .*: Enter the amount in ETH'],
      [{ 4: '3' }, 'Row 5, .*You entered 3 ETH, which is not the amount'],
      [{ 4: '30', 0: '2' }, 'Row 1, .*You entered 2 ETH'],
    ] as const)
      expect(await decide(desk.one, bundleId, 'APPROVED', { amounts })).toMatchObject(
        failure('not-now', { reason: expect.stringMatching(reason) as string }),
      );
    expect(await countStates(bundleId)).toEqual({ AWAITING_APPROVAL: 5 });
    expect(await decide(desk.one, bundleId, 'APPROVED', { amounts: { 4: '30.0' } })).toEqual({
      ok: true,
      value: { decided: 5 },
    });
  });

  it('counts one vote for each item: two where the rule requires desk.two, and two approvers at once create one send each', async () => {
    const bundleId = await make(itemsOf(3, { profileId: 'p-customers' }));
    const outcomes = await Promise.all([
      decide(desk.one, bundleId),
      decide(desk.two, bundleId),
      decide(desk.one, bundleId),
    ]);
    expect(outcomes.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(2);
    expect(await countStates(bundleId)).toEqual({ APPROVED: 3 });
    const ids = (await view(bundleId)).items.map(({ id }) => id);
    expect(await database().$count(decisions, inArray(decisions.requestId, ids))).toBe(6);
    expect(await database().$count(sends, inArray(sends.requestId, ids))).toBe(3);
  });

  it(
    'approves once when sixty approvals arrive at once, and starves nobody of connections',
    { timeout: 60_000 },
    async () => {
      const bundleId = await make(itemsOf(1));
      const said = { bundleId, ...APPROVE, ...(await cover((await view(bundleId)).items)) };
      const approve = () => decideOnBundleAs(desk.one.person, said);
      const outcomes = await Promise.all(Array.from({ length: 60 }, approve));
      expect(outcomes.every(({ ok }) => ok)).toBe(true);
      expect(outcomes.filter((outcome) => outcome.ok && outcome.value.decided === 1)).toHaveLength(1);
    },
  );

  it('is refused for one’s own batch, for other roles, and without a fresh sign-in', async () => {
    const bundleId = await make(itemsOf(2));
    expect(await decide(desk.finance, bundleId, 'APPROVED', {}, () => true)).toMatchObject(
      failure('not-now', { reason: expect.stringContaining('You made this request') }),
    );
    expect((await view(bundleId, desk.finance)).denialReason.approve).toContain('You made this request');
    as(desk.support);
    expect(
      await decideOnBundle({ bundleId, bundleSha256: '0'.repeat(64), verdict: 'REJECTED', comment: 'x' }),
    ).toMatchObject({ error: { kind: 'forbidden' } });
    const old = await signInAs('approver-old', ['approver'], new Date(Date.now() - 6 * 60_000));
    expect(await decide(old, bundleId)).toMatchObject(failure('stale-sign-in'));
    expect(await decide(old, bundleId, 'REJECTED', { comment: '' })).toMatchObject(
      failure('invalid', { reason: 'Enter a reason.' }),
    );
    expect(await decide(old, bundleId, 'REJECTED')).toEqual({ ok: true, value: { decided: 2 } });
    expect(await decide(desk.two, bundleId)).toMatchObject(failure('not-now'));
  });
});

it('a batch is one line in the queue and in the list of batches, and no line among requests', async () => {
  const bundleId = await make(itemsOf(4), 'One line');
  as(desk.one);
  const queue = surely(await readQueue());
  const line = {
    id: bundleId,
    name: 'One line',
    requesterName: 'finance',
    count: 4,
    waiting: 4,
    inProgress: 0,
    unknown: 0,
    totals: [{ asset: 'ETH', count: 4 }],
  };
  expect(queue.batches.needsMe.at(-1)).toMatchObject(line);
  expect(
    [...queue.needsMe, ...queue.others].some(
      ({ requesterName, body }) => requesterName === 'finance' && body.amount?.startsWith('1.0'),
    ),
  ).toBe(false);
  const listed = await listRequestPage({ query: ALL_REQUESTS });
  const shown = await view(bundleId);
  expect(listed.ok && listed.value.items.some(({ id }) => shown.items.some((item) => item.id === id))).toBe(false);
  expect(listed.ok && listed.value.items.find(({ id }) => id === bundleId)).toMatchObject({
    kind: 'batch',
    count: 4,
    stages: { awaiting: 4 },
    totals: line.totals,
  });
  await decide(desk.one, bundleId, 'REJECTED');
  const batches = await listBatches();
  expect(batches.ok && batches.value[0]).toMatchObject({ ...line, waiting: 0 });
  as(desk.two);
  const after = await readQueue();
  expect(after.ok && after.value.batches.needsMe.some(({ id }) => id === bundleId)).toBe(false);
});
