import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { caller } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { putRegistryInForce } from '@/scripts/testing/data/settings';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { changeSettings, signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import type { PolicyRule } from '@/lib/policy/rules';
import { type BatchItem, MAX_BATCH_ITEMS, sumByAsset } from '@/lib/requests/bundles/batches';
import { coverItems } from '@/lib/requests/bundles/cover-items';
import { database, inTransaction } from '@/lib/server/database/client';
import { auditLog } from '@/lib/server/database/schema/audit';
import { decisions } from '@/lib/server/database/schema/decisions';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { decideOnBundle, decideOnBundleAs } from '@/lib/server/requests/bundles/decide';
import { listBatches } from '@/lib/server/requests/bundles/list-batches';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { readBatchProgress } from '@/lib/server/requests/bundles/progress';
import { readBatch, readBatchStates } from '@/lib/server/requests/bundles/read-batch';
import { recordAddresses } from '@/lib/server/recipients/known-addresses';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { cancelBatchAs, cancelRequest } from '@/lib/server/requests/votes/cancel';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { createRequest } from '@/lib/server/requests/creation/create';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { ALL_REQUESTS } from '@/lib/requests/list/query';
import { listRequestPage } from '@/lib/server/requests/lists/list';
import { changeFiles } from '@/lib/server/requests/creation/change-files';
import { samplePdf } from '@/scripts/stack/sample-files';
import { uploadFile } from '@/scripts/testing/data/upload';
import { readRequest } from '@/lib/server/requests/lists/read';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

setUpTestConsole();
type SignedIn = Awaited<ReturnType<typeof signInAs>>;
let finance: SignedIn;
let financeTwo: SignedIn;
let one: SignedIn;
let two: SignedIn;
let support: SignedIn;
/** Recipients that have been paid before. */
let known: string[] = [];

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const RULES: PolicyRule[] = [
  { name: 'Never', when: { profiles: ['p-never'] }, then: { kind: 'refuse', reason: 'Not from here.' } },
  { name: 'One by one', when: { profiles: ['p-treasury'] }, then: { kind: 'approve', count: 1 } },
  {
    name: 'The same twice',
    when: { profiles: ['p-small'], signals: ['repeated-within-a-day'] },
    then: { kind: 'approve', count: 2 },
  },
  { name: 'Two', when: { profiles: ['p-customers'] }, then: { kind: 'approve', count: 2, wholeBatch: true } },
  { name: 'Large', when: { profiles: ['p-limited'], atLeast: { ETH: '5' } }, then: { kind: 'approve', count: 2 } },
  { name: 'All', when: {}, then: { kind: 'approve', count: 1, wholeBatch: true } },
];

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  financeTwo = await signInAs('finance-two', ['finance']);
  one = await signInAs('approver-one', ['approver']);
  two = await signInAs('approver-two', ['approver']);
  support = await signInAs('support', ['support']);
  await putPolicyInForce(RULES);
  as(finance);
  await storeRecords(
    ['p-ops', 'p-small', 'p-customers', 'p-treasury', 'p-limited'].flatMap((profile) =>
      ['ETH', 'LINK'].flatMap((asset) => usual(profile, asset)),
    ),
  );
  known = Array.from({ length: 8 }, newAddress);
  // Large enough that a batch of a thousand to them is still below ten times as much.
  const paid = known.flatMap((destinationAddress) => [
    { destinationAddress, value: '250' },
    { destinationAddress, asset: 'LINK', value: '7' },
  ]);
  for (const form of paid) {
    const made = await createRequest({ formKey: randomUUID(), form: filledForm(form) });
    if (!made.ok) throw new Error('a request must be made');
    await withoutTriggers(async (transaction) => {
      await transaction.insert(sends).values({
        requestId: made.value.requestId,
        state: 'ACCEPTED',
        transferStatus: 'COMPLETED',
        transferId: randomUUID(),
      });
      await transaction
        .update(withdrawalRequests)
        .set({ state: 'SENT' })
        .where(eq(withdrawalRequests.id, made.value.requestId));
    });
  }
});
beforeEach(() => as(finance));
function as({ sessionId }: SignedIn) {
  caller.sessionId = sessionId;
}

/** Enough withdrawals to know the typical amount. */
function usual(profile_id: string, asset: string) {
  const moved = {
    amount: '5',
    total: '5.001',
    fee: '0.001',
    direction: 'DEBIT',
    type: 'CRYPTO_WITHDRAWAL',
    status: 'COMPLETED',
  };
  const when = { created_at: '2026-01-02T03:04:05.000Z', updated_at: '2026-01-02T03:05:05.000Z' };
  return Array.from({ length: 6 }, () => ({
    id: randomUUID(),
    profile_id,
    asset,
    crypto_network: 'ETHEREUM',
    destination_address: newAddress(),
    ...moved,
    ...when,
  }));
}

/** Records an address as paid that resembles this one, and gives it. */
async function payLike(alike: string): Promise<string> {
  const address = alike.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  await inTransaction((transaction) =>
    recordAddresses(transaction, [{ network: 'ETHEREUM', address, paidAt: new Date() }]),
  );
  return address;
}

let cents = 0;
/** Items to known recipients, each with a different payment. */
function itemsOf(count: number, change: Partial<WithdrawalForm> = {}): WithdrawalForm[] {
  return Array.from({ length: count }, (_, index) => {
    cents += 1;
    return filledForm({
      destinationAddress: known[index % known.length] ?? '',
      value: `1.${String(cents).padStart(5, '0')}1`,
      addressEntry: 'file',
      ...change,
    });
  });
}

async function make(items: WithdrawalForm[], name = 'March'): Promise<string> {
  as(finance);
  const made = await createBatch({ batchKey: randomUUID(), name, items });
  if (!made.ok) throw new Error(`not made: ${JSON.stringify(made.error)}`);
  return made.value.bundleId;
}

async function view(id: string, person: SignedIn = one) {
  as(person);
  const found = await readBatch(id);
  if (!found.ok) throw new Error('the batch must be readable');
  return found.value;
}

/** What the approval of these items names, with their totals. */
async function cover(items: readonly BatchItem[], chosen: Record<number, string> = {}) {
  const totals = sumByAsset(items.map(({ body }) => body)).map(({ asset, total }) => [asset, total]);
  return { ...(await coverItems(items, chosen)), totals: Object.fromEntries(totals) as Record<string, string> };
}

/** Decides as a person who sees the current batch: approves those of its items that `select` gives, or rejects all. */
async function decide(
  person: SignedIn,
  bundleId: string,
  verdict: 'APPROVED' | 'REJECTED' = 'APPROVED',
  change: object = {},
  select = ({ canDecide }: BatchItem) => canDecide,
) {
  const { waiting, items } = await view(bundleId, person);
  const said =
    verdict === 'REJECTED'
      ? { bundleSha256: waiting.sha256, comment: 'wrong sheet' }
      : { ...(await cover(items.filter(select))), comment: '' };
  return decideOnBundleAs(person.person, { bundleId, verdict, ...said, ...change });
}

async function saveEntry(network: string, address: string, profiles: string[] = []): Promise<void> {
  const by = { ownerId: finance.person.id, proposalId: '' };
  const [proposal] = await database()
    .insert(proposals)
    .values({
      kind: 'recipient',
      subject: randomUUID(),
      payload: {},
      comment: 'new',
      proposedBy: by.ownerId,
      state: 'WITHDRAWN',
    })
    .returning({ id: proposals.id });
  const recipientKey = JSON.stringify([network, address]);
  await database()
    .insert(recipients)
    .values({
      ...by,
      proposalId: proposal?.id ?? '',
      name: 'Somebody',
      network,
      address,
      normalAddress: address,
      recipientKey,
      profiles,
    });
}

async function countStates(bundleId: string): Promise<Record<string, number>> {
  const rows = await database()
    .select({ state: withdrawalRequests.state })
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.bundleId, bundleId));
  return Object.fromEntries(
    [...new Set(rows.map(({ state }) => state))].map((state) => [
      state,
      rows.filter((row) => row.state === state).length,
    ]),
  );
}

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
      expect(await failing).toEqual({
        ok: false,
        error: {
          kind: 'invalid',
          items: [{ index: 177, path: '', message: expect.stringContaining('Not from here.') }],
        },
      });
      expect(await database().$count(withdrawalRequests)).toBe(before);
      expect(await database().$count(bundles, eq(bundles.formKey, batchKey))).toBe(0);

      // The same key, since it has created nothing.
      const made = await createBatch({ batchKey, name: 'March', items });
      if (!made.ok) throw new Error('the batch must be made');
      expect(await readBatchProgress(batchKey)).toEqual({ ok: true, value: { done: COUNT, total: COUNT } });
      as(financeTwo);
      expect(await readBatchProgress(batchKey)).toEqual({ ok: true, value: null });
      const { bundleId } = made.value;
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

      expect(await decide(one, bundleId)).toEqual({ ok: true, value: { decided: COUNT } });
      expect(await countStates(bundleId)).toEqual({ APPROVED: COUNT });
      expect(await database().$count(decisions)).toBe(COUNT);
      // The answer was lost, and the batch is submitted again.
      const again = { bundleId, bundleSha256: shown.waiting.sha256, verdict: 'APPROVED', comment: '', totals: {} };
      expect(await decideOnBundleAs(one.person, again)).toEqual({ ok: true, value: { decided: 0 } });
    },
  );

  it('with the same key creates one, even at the same time, and reports different contents', async () => {
    const batch = { batchKey: randomUUID(), name: 'Twice', items: itemsOf(3, { referenceId: '' }) };
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => createBatch(batch)));
    const ids = new Set(outcomes.map((outcome) => outcome.ok && outcome.value.bundleId));
    expect([...ids]).toEqual([expect.any(String)]);
    const [bundleId] = ids;
    expect(await createBatch({ ...batch, items: batch.items.slice(1) })).toEqual({
      ok: false,
      error: { kind: 'already-submitted', bundleId },
    });
    as(financeTwo);
    expect(await createBatch(batch)).toMatchObject({ ok: false, error: { kind: 'unreadable' } });
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
    const checked = await checkBatch({ items });
    if (!checked.ok) throw new Error('the batch must be readable');
    const errors = checked.value.items.map(({ issues }) =>
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
    expect(checked.value.items[3]?.issues).toContainEqual({
      path: 'value',
      message: 'Row 1 has the same amount to the same recipient.',
      level: 'warn',
    });
    const made = await createBatch({ batchKey: randomUUID(), name: 'Bad', items });
    expect(made).toMatchObject({ ok: false, error: { kind: 'invalid' } });
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
    expect(await createBatch({ batchKey: randomUUID(), name: 'x', items: itemsOf(1), ...change })).toMatchObject({
      ok: false,
      error: { kind: 'unreadable' },
    });
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
    for (const person of [one, support]) {
      as(person);
      expect(await createBatch({ batchKey: randomUUID(), name: 'x', items: itemsOf(1) })).toMatchObject({
        ok: false,
        error: { kind: 'forbidden' },
      });
      expect(await checkBatch({ items: itemsOf(1) })).toMatchObject({ ok: false, error: { kind: 'forbidden' } });
      expect(await readBatchProgress(randomUUID())).toMatchObject({ ok: false, error: { kind: 'forbidden' } });
    }
  });
});

const APPROVE = { verdict: 'APPROVED', comment: '' };
const withTwoFindings = () => [...itemsOf(3), ...itemsOf(2, { destinationAddress: newAddress() })];
const needsNoLook = ({ look }: BatchItem) => look?.need === 'none';
const needsOf = (items: readonly BatchItem[]) => items.map(({ look }) => look?.need);

describe('approving items of a batch', () => {
  it('approves those that were looked at and leaves the others waiting; a repeat changes nothing', async () => {
    const bundleId = await make(withTwoFindings());
    const before = await view(bundleId);
    expect(needsOf(before.items)).toEqual(['none', 'none', 'none', 'screen', 'screen']);
    const said = { bundleId, ...APPROVE, ...(await cover(before.items.filter(needsNoLook))) };
    expect(await decideOnBundleAs(one.person, said)).toEqual({ ok: true, value: { decided: 3 } });
    expect(await countStates(bundleId)).toEqual({ APPROVED: 3, AWAITING_APPROVAL: 2 });
    expect(await decideOnBundleAs(one.person, said)).toEqual({ ok: true, value: { decided: 0 } });
    expect(needsOf((await view(bundleId)).items)).toEqual([undefined, undefined, undefined, 'screen', 'screen']);
    expect(await decide(one, bundleId, 'REJECTED')).toEqual({ ok: true, value: { decided: 2 } });
    expect(await countStates(bundleId)).toEqual({ APPROVED: 3, REJECTED: 2 });
  });

  it('is refused for what the person did not look at, for other bytes and for other totals', async () => {
    const bundleId = await make(withTwoFindings());
    const { items } = await view(bundleId);
    const { items: ofOther } = await view(bundleId, two);
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
      [{ totals: { ETH: '1' } }, 'invalid', 'You entered 1 ETH'],
      [{ requestIds: items.map(({ id }) => id) }, 'invalid', ''],
    ] as const) {
      expect(await decideOnBundleAs(one.person, { bundleId, ...APPROVE, ...all, ...change })).toMatchObject({
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
    const approve = (said: object) => decideOnBundleAs(one.person, { bundleId, ...APPROVE, ...said });
    const idOf = async (position: number) => (await view(bundleId)).items[position]?.id;
    const amend = async (position: number, version: number, form: WithdrawalForm) => {
      const requestId = await idOf(position);
      as(finance);
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
      decideOnBundleAs(one.person, { bundleId, ...APPROVE, ...(await cover(items, chosen)) });
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
    as(finance);
    expect(await cancelRequest({ requestId: items[4]?.id })).toEqual({ ok: true, value: null });
    as(finance);
    expect(await cancelRequest({ requestId: items[0]?.id })).toEqual({ ok: true, value: null });
    expect(await decideOnBundleAs(one.person, seen)).toMatchObject({ ok: false, error: { kind: 'changed' } });
    expect(await decide(one, bundleId, 'APPROVED', {}, needsNoLook)).toEqual({ ok: true, value: { decided: 2 } });
    expect(await countStates(bundleId)).toEqual({ APPROVED: 2, CANCELLED: 2, AWAITING_APPROVAL: 1 });
  });

  it('names a thousand items in less than an action takes', async () => {
    const bundleId = await make(itemsOf(1));
    const [item] = (await view(bundleId)).items;
    const many = Array.from({ length: MAX_BATCH_ITEMS }, (_, position) => ({ ...(item as BatchItem), position }));
    expect(JSON.stringify(await cover(many)).length).toBeLessThan(60_000);
  });
});

describe('cancelling a batch', () => {
  it('cancels what was not sent, records each item, and leaves what was sent', async () => {
    const bundleId = await make(itemsOf(4));
    const { items } = await view(bundleId, finance);
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
    expect((await view(bundleId, finance)).denialReason.cancel).toBeNull();
    expect(await cancelBatchAs(finance.person, { bundleId })).toEqual({ ok: true, value: { cancelled: 3 } });
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
    expect(await cancelBatchAs(finance.person, { bundleId })).toMatchObject({
      ok: false,
      error: { kind: 'not-now', reason: expect.stringContaining('No row of this batch') },
    });
  });

  it('is for its requester alone', async () => {
    const bundleId = await make(itemsOf(1));
    expect((await view(bundleId, one)).denialReason.cancel).toContain('Only the requester');
    for (const person of [financeTwo, one])
      expect(await cancelBatchAs(person.person, { bundleId })).toMatchObject({ ok: false });
    for (const input of [{ bundleId: randomUUID() }, { bundleId: 'x' }, {}, undefined])
      expect(await cancelBatchAs(finance.person, input)).toMatchObject({ ok: false });
    expect(await countStates(bundleId)).toEqual({ AWAITING_APPROVAL: 1 });
  });

  it('at the moment of an approval either cancels or sends, never both', async () => {
    const bundleId = await make(itemsOf(5));
    const [approved, cancelled] = await Promise.all([
      decide(one, bundleId),
      cancelBatchAs(finance.person, { bundleId }),
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
    expect(await decide(one, bundleId)).toMatchObject({
      ok: false,
      error: { kind: 'not-now', reason: expect.stringMatching(/^No row was approved\. Row 4, .*policy/) as string },
    });
    expect(await countStates(bundleId)).toEqual({ AWAITING_APPROVAL: 6 });
    const { id: requestId, bodySha256 } = shown.items[2] ?? {};
    const alone = { requestId, version: 1, bodySha256, verdict: 'APPROVED', comment: '' };
    expect(await decideOnRequest(alone)).toEqual({ ok: true, value: { state: 'APPROVED' } });
    // The next item is one that still awaits this person; after the last one, the first.
    const nextOf = async (place: number) => {
      const found = await readRequest(shown.items[place]?.id ?? '');
      return found.ok && found.value.bundle?.kind === 'batch' && found.value.bundle.nextId;
    };
    expect(await nextOf(1)).toBe(shown.items[3]?.id);
    expect(await nextOf(2)).toBe(shown.items[3]?.id);
    expect(await nextOf(5)).toBe(shown.items[0]?.id);
    as(finance);
    expect(await nextOf(2)).toBeNull();
    expect(
      await decide(one, bundleId, 'APPROVED', {}, ({ canDecide, look }) => canDecide && look?.need !== 'alone'),
    ).toEqual({ ok: true, value: { decided: 4 } });
    expect(await decide(one, bundleId, 'REJECTED')).toEqual({ ok: true, value: { decided: 1 } });
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
      reasons: ['First time from this console.', expect.stringContaining('checksum')],
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
    as(finance);
    const { id } = await uploadFile('invoice.pdf', samplePdf());
    const files = { formKey: randomUUID(), requestId: items[0]?.id, basedOnVersion: 1, attachmentIds: [id] };
    expect(await changeFiles(files)).toMatchObject({ ok: true });
    // The bytes are the same; the version is not.
    expect(await decideOnBundleAs(one.person, before)).toMatchObject({
      error: { kind: 'not-now', reason: expect.stringContaining('It has attachments') as string },
    });
    const shown = await view(bundleId);
    expect(needsOf(shown.items)).toEqual(['item', 'none']);
    expect(await decide(one, bundleId)).toEqual({ ok: true, value: { decided: 2 } });
  });

  it('covers the bytes that were seen: an amendment, cancellation or decision meanwhile voids it', async () => {
    const bundleId = await make(itemsOf(3));
    const { waiting, items } = await view(bundleId);
    const said = { bundleId, ...APPROVE, ...(await cover(items)) };
    as(finance);
    const amendment = { formKey: randomUUID(), form: itemsOf(1)[0], requestId: items[0]?.id, basedOnVersion: 1 };
    expect(await amendRequest(amendment)).toMatchObject({ ok: true });
    expect(await decideOnBundleAs(one.person, said)).toMatchObject({ ok: false, error: { kind: 'changed' } });
    expect(await readBatchStates(bundleId)).toMatchObject({
      ok: true,
      value: { states: Array.from({ length: 3 }, () => ({ state: 'AWAITING_APPROVAL' })) },
    });
    const after = await view(bundleId);
    expect(after.waiting.sha256).not.toBe(waiting.sha256);
    as(finance);
    expect(await cancelRequest({ requestId: items[1]?.id })).toEqual({ ok: true, value: null });
    expect(await decideOnBundleAs(one.person, { ...said, ...(await cover(after.items)) })).toMatchObject({
      ok: false,
      error: { kind: 'changed' },
    });
    expect(await decide(one, bundleId)).toEqual({ ok: true, value: { decided: 2 } });
    expect(await countStates(bundleId)).toEqual({ APPROVED: 2, CANCELLED: 1 });
  });

  it('requires the shown totals of each asset', async () => {
    const bundleId = await make([...itemsOf(2), ...itemsOf(1, { asset: 'LINK', value: '3' })]);
    const { waiting } = await view(bundleId);
    const [eth] = waiting.totals;
    for (const totals of [{}, { ETH: eth?.total }, { ETH: '1', LINK: '3' }, { ETH: eth?.total, LINK: '3', BTC: '1' }]) {
      expect(await decide(one, bundleId, 'APPROVED', { totals })).toMatchObject({
        ok: false,
        error: { kind: 'invalid' },
      });
    }
    expect(await countStates(bundleId)).toEqual({ AWAITING_APPROVAL: 3 });
    expect(await decide(one, bundleId, 'APPROVED', { totals: { ETH: `${eth?.total}0`, LINK: '3.000' } })).toEqual({
      ok: true,
      value: { decided: 3 },
    });
  });

  it('counts one vote for each item: two where the rule requires two, and two approvers at once create one send each', async () => {
    const bundleId = await make(itemsOf(3, { profileId: 'p-customers' }));
    const outcomes = await Promise.all([decide(one, bundleId), decide(two, bundleId), decide(one, bundleId)]);
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
      const approve = () => decideOnBundleAs(one.person, said);
      const outcomes = await Promise.all(Array.from({ length: 60 }, approve));
      expect(outcomes.every(({ ok }) => ok)).toBe(true);
      expect(outcomes.filter((outcome) => outcome.ok && outcome.value.decided === 1)).toHaveLength(1);
    },
  );

  it('is refused for one’s own batch, for other roles, and without a fresh sign-in', async () => {
    const bundleId = await make(itemsOf(2));
    expect(await decide(finance, bundleId, 'APPROVED', {}, () => true)).toMatchObject({
      ok: false,
      error: { kind: 'not-now', reason: expect.stringContaining('You made this request') },
    });
    expect((await view(bundleId, finance)).denialReason.approve).toContain('You made this request');
    as(support);
    expect(
      await decideOnBundle({ bundleId, bundleSha256: '0'.repeat(64), verdict: 'REJECTED', comment: 'x' }),
    ).toMatchObject({ error: { kind: 'forbidden' } });
    const old = await signInAs('approver-old', ['approver'], new Date(Date.now() - 6 * 60_000));
    expect(await decide(old, bundleId)).toMatchObject({ ok: false, error: { kind: 'stale-sign-in' } });
    expect(await decide(old, bundleId, 'REJECTED', { comment: '' })).toMatchObject({
      ok: false,
      error: { kind: 'invalid', reason: 'Enter a reason.' },
    });
    expect(await decide(old, bundleId, 'REJECTED')).toEqual({ ok: true, value: { decided: 2 } });
    expect(await decide(two, bundleId)).toMatchObject({ ok: false, error: { kind: 'not-now' } });
  });
});

it('a batch is one line in the queue and in the list of batches, and no line among requests', async () => {
  const bundleId = await make(itemsOf(4), 'One line');
  as(one);
  const queue = await readQueue();
  if (!queue.ok) throw new Error('the queue must be readable');
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
  expect(queue.value.batches.needsMe.at(-1)).toMatchObject(line);
  expect(
    [...queue.value.needsMe, ...queue.value.others].some(
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
  await decide(one, bundleId, 'REJECTED');
  const batches = await listBatches();
  expect(batches.ok && batches.value[0]).toMatchObject({ ...line, waiting: 0 });
  as(two);
  const after = await readQueue();
  expect(after.ok && after.value.batches.needsMe.some(({ id }) => id === bundleId)).toBe(false);
});
