import { as } from '@/scripts/testing/people/caller';
import { randomUUID } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { rejectItems } from '@/lib/requests/bundles/cover-items';
import { database } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decideOnBundle, decideOnBundleAs } from '@/lib/server/requests/bundles/decide';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { cancelRequest } from '@/lib/server/requests/votes/cancel';
import { countStates, cover, decide, itemsOf, make, setUpBatchDesk, view } from '@/scripts/testing/data/batch-desk';
import { putRightsInForce } from '@/scripts/testing/data/settings';
import { failure } from '@/scripts/testing/results';

const desk = setUpBatchDesk();

const REJECT = { verdict: 'REJECTED', comment: 'wrong sheet' };
const WAITING = { AWAITING_APPROVAL: 4 };
const CHANGED = failure('changed', { reason: expect.stringContaining('Nothing was decided') as string });

describe('rejecting rows of a batch', () => {
  it('rejects those that were chosen in one call, with the reason at each, and leaves the others', async () => {
    const bundleId = await make(itemsOf(4));
    const { items } = await view(bundleId);
    const said = { bundleId, ...REJECT, ...(await rejectItems([items[3]!, items[1]!])) };
    expect(await decideOnBundleAs(desk.one.person, said)).toEqual({ ok: true, value: { decided: 2 } });
    const now = await view(bundleId);
    expect(now.items.map(({ state, canReject }) => [state, canReject])).toEqual([
      ['AWAITING_APPROVAL', true],
      ['REJECTED', false],
      ['AWAITING_APPROVAL', true],
      ['REJECTED', false],
    ]);
    const subjects = [items[1]!, items[3]!].map(({ id }) => `request:${id}`);
    const entries = await database()
      .select({ subject: auditLog.subject, entry: auditLog.entry })
      .from(auditLog)
      .where(and(eq(auditLog.action, 'request.rejected'), inArray(auditLog.subject, subjects)));
    expect(entries.map(({ entry }) => JSON.parse(entry) as object)).toMatchObject(
      Array.from({ length: 2 }, () => ({ after: { comment: REJECT.comment, bundleId } })),
    );
    // The answer was lost, and the rejection is sent again.
    expect(await decideOnBundleAs(desk.one.person, said)).toEqual({ ok: true, value: { decided: 0 } });
    expect(await countStates(bundleId)).toEqual({ AWAITING_APPROVAL: 2, REJECTED: 2 });
  });

  it('is refused for what it does not name exactly', async () => {
    const bundleId = await make(itemsOf(4));
    const { items } = await view(bundleId);
    const two = await rejectItems(items.slice(0, 2));
    const all = await rejectItems(items);
    for (const [change, kind] of [
      [{ rows: {} }, 'not-now'],
      // What an approval names is no rejection.
      [{ rows: {}, looks: (await cover(items)).looks }, 'not-now'],
      [{ rows: all.rows }, 'changed'],
      [{ bundleSha256: all.bundleSha256 }, 'changed'],
      // Beside rows that are there, one that is not, or not in this version.
      [{ rows: { ...two.rows, 99: 1 } }, 'changed'],
      [{ rows: { ...two.rows, 2: 2 } }, 'changed'],
      [{ rows: { 0: 1, 1: 2 } }, 'changed'],
      [{ rows: { ...two.rows, x: 1 } }, 'invalid'],
      [{ rows: { 0: 1, 1: 0 } }, 'invalid'],
      [{ comment: '' }, 'invalid'],
    ] as const)
      expect(await decideOnBundleAs(desk.one.person, { bundleId, ...REJECT, ...two, ...change })).toMatchObject({
        ok: false,
        error: { kind },
      });
    expect(await countStates(bundleId)).toEqual(WAITING);
  });

  it('rejects none where one was changed, cancelled or decided meanwhile', async () => {
    const items = itemsOf(4);
    const bundleId = await make(items);
    const reject = async (seen: Awaited<ReturnType<typeof rejectItems>>) =>
      decideOnBundleAs(desk.one.person, { bundleId, ...REJECT, ...seen });
    const seenBy = async () => rejectItems((await view(bundleId)).items.filter(({ canReject }) => canReject));
    const before = await seenBy();
    const [first] = (await view(bundleId)).items;
    const amend = async (basedOnVersion: number, form: object) => {
      as(desk.finance);
      const amendment = { formKey: randomUUID(), requestId: first?.id, basedOnVersion, form: { ...items[0], ...form } };
      expect(await amendRequest(amendment)).toMatchObject({ ok: true });
    };
    await amend(1, { value: '2' });
    expect(await reject(before)).toMatchObject(CHANGED);
    // The same bytes in a newer version.
    const second = await seenBy();
    await amend(2, { value: '2', note: 'The same again' });
    expect(await reject(second)).toMatchObject(CHANGED);
    const third = await seenBy();
    as(desk.finance);
    expect(await cancelRequest({ requestId: first?.id })).toEqual({ ok: true, value: null });
    expect(await reject(third)).toMatchObject(CHANGED);
    const fourth = await seenBy();
    expect(await decide(desk.two, bundleId, 'REJECTED', {}, ({ position }) => position === 1)).toMatchObject({
      ok: true,
    });
    expect(await reject(fourth)).toMatchObject(CHANGED);
    expect(await countStates(bundleId)).toEqual({ AWAITING_APPROVAL: 2, CANCELLED: 1, REJECTED: 1 });
  });

  it('rejects none where one has the approval of the same person', async () => {
    const bundleId = await make(itemsOf(4, { profileId: 'p-customers' }));
    const { items } = await view(bundleId);
    expect(await decide(desk.one, bundleId, 'APPROVED', {}, ({ position }) => position === 2)).toMatchObject({
      ok: true,
    });
    const all = { bundleId, ...REJECT, ...(await rejectItems(items)) };
    expect(await decideOnBundleAs(desk.one.person, all)).toMatchObject(CHANGED);
    expect((await view(bundleId)).items.map(({ canReject }) => canReject)).toEqual([true, true, false, true]);
    expect(await decideOnBundleAs(desk.two.person, all)).toEqual({ ok: true, value: { decided: 4 } });
  });

  it('answers for a row of a hidden profile as for one that is not there', async () => {
    const bundleId = await make([...itemsOf(1, { profileId: 'p-small' }), ...itemsOf(3)]);
    const { items } = await view(bundleId);
    const { bundleSha256, rows } = await rejectItems(items);
    const { 0: hiddenVersion, ...shown } = rows;
    await putRightsInForce([{ may: 'see', who: desk.one.person.id, profiles: ['p-ops'] }]);
    as(desk.one);
    const reject = (named: object) => decideOnBundle({ bundleId, ...REJECT, bundleSha256, rows: named });
    const [hidden, absent] = [await reject(rows), await reject({ ...shown, 99: hiddenVersion })];
    await putRightsInForce([]);
    expect(hidden).toMatchObject(CHANGED);
    expect(hidden).toEqual(absent);
    expect(await countStates(bundleId)).toEqual(WAITING);
  });
});
