import { as } from '@/scripts/testing/people/caller';
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type BatchItem, MAX_BATCH_ITEMS } from '@/lib/requests/bundles/batches';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decideOnBundleAs } from '@/lib/server/requests/bundles/decide';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import {
  APPROVE,
  countStates,
  cover,
  decide,
  itemsOf,
  make,
  needsNoLook,
  needsOf,
  newAddress,
  payLike,
  setUpBatchDesk,
  view,
  withTwoFindings,
} from '@/scripts/testing/data/batch-desk';
import { failure } from '@/scripts/testing/results';

const desk = setUpBatchDesk();

describe('approving items of a batch', () => {
  it('approves those that were looked at and leaves the others waiting; a repeat changes nothing', async () => {
    const bundleId = await make(withTwoFindings());
    const before = await view(bundleId);
    expect(needsOf(before.items)).toEqual(['none', 'none', 'none', 'screen', 'screen']);
    const said = { bundleId, ...APPROVE, ...(await cover(before.items.filter(needsNoLook))) };
    expect(await decideOnBundleAs(desk.one.person, said)).toEqual({ ok: true, value: { decided: 3 } });
    expect(await countStates(bundleId)).toEqual({ APPROVED: 3, AWAITING_APPROVAL: 2 });
    expect(await decideOnBundleAs(desk.one.person, said)).toEqual({ ok: true, value: { decided: 0 } });
    expect(needsOf((await view(bundleId)).items)).toEqual([undefined, undefined, undefined, 'screen', 'screen']);
    expect(await decide(desk.one, bundleId, 'REJECTED')).toEqual({ ok: true, value: { decided: 2 } });
    expect(await countStates(bundleId)).toEqual({ APPROVED: 3, REJECTED: 2 });
  });

  it('is refused for what the person did not look at, for other bytes and for other amounts', async () => {
    const bundleId = await make(withTwoFindings());
    const { items } = await view(bundleId);
    const { items: ofOther } = await view(bundleId, desk.two);
    const all = await cover(items);
    const some = await cover(items.slice(0, 2));
    const swapped = { ...all.looks, 3: all.looks[4], 4: all.looks[3] };
    for (const [change, kind, reason] of [
      [{ looks: {} }, 'not-now', 'Look at the rows that you approve first.'],
      [{ looks: some.looks }, 'changed', 'changed or decided'],
      [{ looks: { ...all.looks, 4: 'x'.repeat(43) } }, 'not-now', 'Row 5'],
      [{ looks: swapped }, 'not-now', 'Row 4'],
      // What another person looked at.
      [{ looks: (await cover(ofOther)).looks }, 'not-now', 'Row 1'],
      [{ looks: { 99: all.looks[0] } }, 'not-now', 'No request here awaits'],
      [{ looks: { x: all.looks[0] } }, 'invalid', ''],
      [{ looks: { 0: 'short' } }, 'invalid', ''],
      [{ amounts: { 0: '1' } }, 'not-now', 'You entered 1 ETH'],
      [{ requestIds: items.map(({ id }) => id) }, 'invalid', ''],
    ] as const) {
      expect(await decideOnBundleAs(desk.one.person, { bundleId, ...APPROVE, ...all, ...change })).toMatchObject({
        ok: false,
        error: { kind, reason: expect.stringContaining(reason) as string },
      });
    }
    expect(await countStates(bundleId)).toEqual({ AWAITING_APPROVAL: 5 });
  });

  it('decides nothing where rows were swapped, a version is newer or something was found after the look', async () => {
    const items = [...itemsOf(2), ...itemsOf(1, { destinationAddress: newAddress() })];
    const bundleId = await make(items);
    const seen = await cover((await view(bundleId)).items);
    const approve = (said: object) => decideOnBundleAs(desk.one.person, { bundleId, ...APPROVE, ...said });
    const idOf = async (position: number) => (await view(bundleId)).items[position]?.id;
    const amend = async (position: number, version: number, form: WithdrawalForm) => {
      const requestId = await idOf(position);
      as(desk.finance);
      expect(await amendRequest({ formKey: randomUUID(), form, requestId, basedOnVersion: version })).toMatchObject({
        ok: true,
      });
    };
    const [first, second] = items as [WithdrawalForm, WithdrawalForm];
    // The same two payments, each in the row of the other: the totals are the same.
    await amend(0, 1, { ...first, destinationAddress: second.destinationAddress, value: second.value });
    await amend(1, 1, { ...second, destinationAddress: first.destinationAddress, value: first.value });
    expect(await approve(seen)).toMatchObject({ error: { kind: 'changed' } });
    // The same bytes in a newer version.
    const swapped = await cover((await view(bundleId)).items);
    const note = { note: 'The same again' };
    await amend(0, 2, {
      ...first,
      destinationAddress: second.destinationAddress,
      value: second.value,
      ...note,
    });
    expect(await approve(swapped)).toMatchObject({ ok: false });
    // A similar address is known since the look.
    const newer = await cover((await view(bundleId)).items);
    await payLike(items[2]?.destinationAddress ?? '');
    expect(await approve(newer)).toMatchObject({
      error: {
        kind: 'not-now',
        reason: expect.stringMatching(/^No row was approved\. Row 3, .*found, after/) as string,
      },
    });
    expect(await countStates(bundleId)).toEqual({ AWAITING_APPROVAL: 3 });
  });

  it('asks for the right address of each item that resembles a known one', async () => {
    const destinationAddress = newAddress();
    const similar = await payLike(destinationAddress);
    const bundleId = await make([
      ...itemsOf(2),
      ...itemsOf(1, { destinationAddress, chosenAddress: destinationAddress }),
    ]);
    const { items } = await view(bundleId);
    expect(items[2]?.look).toMatchObject({ need: 'item', isSimilar: true, similarAddresses: [{ address: similar }] });
    const approve = async (chosen: Record<number, string>) =>
      decideOnBundleAs(desk.one.person, { bundleId, ...APPROVE, ...(await cover(items, chosen)) });
    for (const chosen of [{}, { 2: similar }])
      expect(await approve(chosen)).toMatchObject({
        error: { kind: 'not-now', reason: expect.stringContaining('Row 3') as string },
      });
    expect(await approve({ 2: destinationAddress })).toEqual({ ok: true, value: { decided: 3 } });
    const recorded = await database()
      .select({ entry: auditLog.entry })
      .from(auditLog)
      .where(and(eq(auditLog.action, 'request.approved'), eq(auditLog.subject, `request:${items[2]?.id}`)));
    expect(recorded.map(({ entry }) => JSON.parse(entry) as object)).toMatchObject([
      { after: { bundleId, chosenAddress: destinationAddress } },
    ]);
  });

  it('is refused when one of them was cancelled meanwhile, but not when another item was', async () => {
    const bundleId = await make(withTwoFindings());
    const { items } = await view(bundleId);
    const seen = { bundleId, ...APPROVE, ...(await cover(items.filter(needsNoLook))) };
    as(desk.finance);
    expect(await cancelRequest({ requestId: items[4]?.id })).toEqual({ ok: true, value: null });
    as(desk.finance);
    expect(await cancelRequest({ requestId: items[0]?.id })).toEqual({ ok: true, value: null });
    expect(await decideOnBundleAs(desk.one.person, seen)).toMatchObject(failure('changed'));
    expect(await decide(desk.one, bundleId, 'APPROVED', {}, needsNoLook)).toEqual({ ok: true, value: { decided: 2 } });
    expect(await countStates(bundleId)).toEqual({ APPROVED: 2, CANCELLED: 2, AWAITING_APPROVAL: 1 });
  });

  it('names a thousand items in less than an action takes', async () => {
    const bundleId = await make(itemsOf(1));
    const [item] = (await view(bundleId)).items;
    const many = Array.from({ length: MAX_BATCH_ITEMS }, (_, position) => ({ ...(item as BatchItem), position }));
    expect(JSON.stringify(await cover(many)).length).toBeLessThan(60_000);
  });
});
