import { as } from '@/scripts/testing/people/caller';
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { filledForm } from '@/scripts/stack/filled-form';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decisions } from '@/lib/server/database/schema/decisions';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { decideOnBundleAs } from '@/lib/server/requests/bundles/decide';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { readBatchProgress } from '@/lib/server/requests/bundles/progress';
import { createRequest } from '@/lib/server/requests/creation/create';
import {
  countStates,
  decide,
  itemsOf,
  make,
  needsNoLook,
  newAddress,
  payLike,
  setUpBatchDesk,
  view,
} from '@/scripts/testing/data/batch-desk';
import { failure, surely } from '@/scripts/testing/results';

const desk = setUpBatchDesk();

describe('creating a batch', () => {
  it(
    'of hundreds of items creates all or none, reports the wrong item, and reports its progress',
    { timeout: 240_000 },
    async () => {
      const COUNT = 250;
      const items = itemsOf(COUNT);
      const refused = items
        .slice(0, 200)
        .map((item, index) => (index === 177 ? { ...item, profileId: 'p-never' } : item));
      const batchKey = randomUUID();
      const before = await database().$count(withdrawalRequests);
      const failing = createBatch({ batchKey, name: 'March', items: refused });
      await vi.waitFor(async () => expect(await readBatchProgress(batchKey)).toMatchObject({ value: { total: 200 } }), {
        timeout: 30_000,
      });
      expect(await failing).toEqual(
        failure('invalid', { items: [{ index: 177, path: '', message: expect.stringContaining('Not from here.') }] }),
      );
      expect(await database().$count(withdrawalRequests)).toBe(before);
      expect(await database().$count(bundles, eq(bundles.formKey, batchKey))).toBe(0);

      // The same key, since it has created nothing.
      const made = surely(await createBatch({ batchKey, name: 'March', items }));
      expect(await readBatchProgress(batchKey)).toEqual({ ok: true, value: { done: COUNT, total: COUNT } });
      as(desk.financeTwo);
      expect(await readBatchProgress(batchKey)).toEqual({ ok: true, value: null });
      const { bundleId } = made;
      const shown = await view(bundleId);
      expect(shown).toMatchObject({
        name: 'March',
        denialReason: { approve: null, reject: null },
      });
      expect(shown.waiting.requestIds).toHaveLength(COUNT);
      expect(shown.items.every(needsNoLook)).toBe(true);
      expect(shown.items.map(({ refId }) => refId)).toEqual(items.map(({ referenceId }) => referenceId));
      const [told] = await database()
        .select({ count: sql<number>`count(*)::int` })
        .from(auditLog)
        .where(eq(auditLog.action, 'request.made'));
      expect(told?.count).toBe(before + COUNT);

      expect(await decide(desk.one, bundleId)).toEqual({ ok: true, value: { decided: COUNT } });
      expect(await countStates(bundleId)).toEqual({ APPROVED: COUNT });
      expect(await database().$count(decisions)).toBe(COUNT);
      // The answer was lost, and the batch is submitted again.
      const again = { bundleId, bundleSha256: shown.waiting.sha256, verdict: 'APPROVED', comment: '', totals: {} };
      expect(await decideOnBundleAs(desk.one.person, again)).toEqual({ ok: true, value: { decided: 0 } });
    },
  );

  it('with the same key creates desk.one, even at the same time, and reports different contents', async () => {
    const batch = { batchKey: randomUUID(), name: 'Twice', items: itemsOf(3, { referenceId: '' }) };
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => createBatch(batch)));
    const ids = new Set(outcomes.map((outcome) => outcome.ok && outcome.value.bundleId));
    expect([...ids]).toEqual([expect.any(String)]);
    const [bundleId] = ids;
    expect(await createBatch({ ...batch, items: batch.items.slice(1) })).toEqual(
      failure('already-submitted', { bundleId }),
    );
    as(desk.financeTwo);
    expect(await createBatch(batch)).toMatchObject(failure('unreadable'));
  });

  it('checks every item like a single request, and reports the findings by item', async () => {
    const taken = filledForm();
    await createRequest({ formKey: randomUUID(), form: taken });
    const alike = newAddress();
    await payLike(alike);
    const [good, same, first] = [...itemsOf(2), ...itemsOf(1)];
    const items = [
      good,
      { ...first, referenceId: same?.referenceId },
      same,
      { ...good, referenceId: '' },
      { ...good, value: '1,5', asset: 'eth' },
      { ...good, referenceId: taken.referenceId },
      { ...good, referenceId: '', destinationAddress: '0x52908400098527886E0F7030069857D2E4169Ee7' },
      { ...good, referenceId: '', destinationAddress: alike },
      { ...good, referenceId: '', testAmount: '0.1' },
      { ...good, referenceId: '', profileId: 'p-never', value: '1.25' },
      'nothing',
    ];
    const checked = surely(await checkBatch({ items }));
    const errors = checked.items.map(({ issues }) =>
      issues.filter(({ level }) => level === 'error').map(({ path }) => path),
    );
    expect(errors).toEqual([
      [],
      [],
      ['referenceId'],
      [],
      ['asset', 'value'],
      ['referenceId'],
      ['destinationAddress'],
      ['chosenAddress'],
      ['testAmount'],
      [''],
      [''],
    ]);
    expect(checked.items[3]?.issues).toContainEqual({
      path: 'value',
      message: 'Row 1 has the same amount to the same recipient.',
      level: 'warn',
    });
    const made = await createBatch({ batchKey: randomUUID(), name: 'Bad', items });
    expect(made).toMatchObject(failure('invalid'));
    const found = !made.ok && made.error.kind === 'invalid' ? made.error.items : [];
    expect(new Set(found.map(({ index }) => index))).toEqual(new Set([2, 4, 5, 6, 7, 8, 10]));
  });

  it('names the earlier request for the same payment, so that it can be looked up', async () => {
    const [item] = itemsOf(1, { destinationAddress: newAddress(), referenceId: '' });
    if (!item) throw new Error('there must be one');
    await make([{ ...item, referenceId: 'paid-before' }]);
    const checked = await checkBatch({ items: [item] });
    expect(checked.ok && checked.value.items[0]?.issues.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/within 24 hours: paid-before \(Awaiting approval \(0 of \d\), by finance\)\.$/),
    );
  });

  it('reports a payment repeated in the same sheet to the policy', async () => {
    const [item] = itemsOf(1, { profileId: 'p-small' });
    if (!item) throw new Error('there must be one');
    const bundleId = await make([
      item,
      ...itemsOf(1, { profileId: 'p-small' }),
      { ...item, referenceId: '', value: `${item.value}0` },
    ]);
    expect((await view(bundleId)).items.map(({ approvals }) => approvals.required)).toEqual([1, 1, 2]);
  });

  it.each([
    ['no items', { items: [] }],
    ['too many items', { items: Array.from({ length: 1001 }, () => ({})) }],
    ['no list', { items: 'x' }],
    ['no name', { name: '  ' }],
    ['an invisible character in the name', { name: 'a\u202eb' }],
    ['an invalid key', { batchKey: 'x' }],
    ['an unknown field', { requesterId: randomUUID() }],
  ])('refuses %s', async (_name, change) => {
    expect(await createBatch({ batchKey: randomUUID(), name: 'x', items: itemsOf(1), ...change })).toMatchObject(
      failure('unreadable'),
    );
  });

  it('applies the policy to the sum of all rows to one recipient, so that splitting evades no limit', async () => {
    const destinationAddress = newAddress();
    const rows = ['4.9', '4.8', '4.7'].map((value) =>
      filledForm({ profileId: 'p-limited', destinationAddress, value }),
    );
    const bundleId = await make([
      ...rows,
      filledForm({ profileId: 'p-limited', destinationAddress: newAddress(), value: '4.6' }),
    ]);
    const versions = await database()
      .select({ required: requestVersions.requiredApprovals })
      .from(requestVersions)
      .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, requestVersions.requestId))
      .where(eq(withdrawalRequests.bundleId, bundleId))
      .orderBy(withdrawalRequests.bundlePosition);
    expect(versions.map(({ required }) => required)).toEqual([2, 2, 2, 1]);
  });

  it('is for finance', async () => {
    for (const person of [desk.one, desk.support]) {
      as(person);
      expect(await createBatch({ batchKey: randomUUID(), name: 'x', items: itemsOf(1) })).toMatchObject(
        failure('forbidden'),
      );
      expect(await checkBatch({ items: itemsOf(1) })).toMatchObject(failure('forbidden'));
      expect(await readBatchProgress(randomUUID())).toMatchObject(failure('forbidden'));
    }
  });
});
