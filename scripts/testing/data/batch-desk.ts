import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach } from 'vitest';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { withoutTriggers } from '@/scripts/testing/database/without-triggers';
import { as } from '@/scripts/testing/people/caller';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import type { PolicyRule } from '@/lib/policy/rules';
import type { BatchItem } from '@/lib/requests/bundles/batches';
import { coverItems, rejectItems } from '@/lib/requests/bundles/cover-items';
import { database, inTransaction } from '@/lib/server/database/client';
import { proposals } from '@/lib/server/database/schema/proposals';
import { recipients } from '@/lib/server/database/schema/recipients';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { decideOnBundleAs } from '@/lib/server/requests/bundles/decide';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { recordAddresses } from '@/lib/server/recipients/known-addresses';
import { createRequest } from '@/lib/server/requests/creation/create';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

export type SignedIn = Awaited<ReturnType<typeof signInAs>>;

/** The people of a test file about batches. */
interface BatchDesk {
  finance: SignedIn;
  financeTwo: SignedIn;
  /** Two approvers. */
  one: SignedIn;
  two: SignedIn;
  support: SignedIn;
}

// Filled before the tests of a file.
const desk = {} as BatchDesk;
/** Recipients that have been paid before. */
let known: string[] = [];

export const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
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

/**
 * Gives a test file a console in which batches are requested: people, rules that depend on the profile, and recipients
 * that were paid before.
 */
export function setUpBatchDesk(): BatchDesk {
  setUpTestConsole();
  beforeAll(async () => {
    Object.assign(desk, {
      finance: await signInAs('finance', ['finance']),
      financeTwo: await signInAs('finance-two', ['finance']),
      one: await signInAs('approver-one', ['approver']),
      two: await signInAs('approver-two', ['approver']),
      support: await signInAs('support', ['support']),
    });
    await putPolicyInForce(RULES);
    as(desk.finance);
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
      const made = surely(await createRequest({ formKey: randomUUID(), form: filledForm(form) }));
      await withoutTriggers(async (transaction) => {
        await transaction.insert(sends).values({
          requestId: made.requestId,
          state: 'ACCEPTED',
          transferStatus: 'COMPLETED',
          transferId: randomUUID(),
        });
        await transaction
          .update(withdrawalRequests)
          .set({ state: 'SENT' })
          .where(eq(withdrawalRequests.id, made.requestId));
      });
    }
  });
  beforeEach(() => as(desk.finance));
  return desk;
}

/** Has a person call what the tests call. */
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

/** Records an address as paid that resembles this desk.one, and gives it. */
export async function payLike(alike: string): Promise<string> {
  const address = alike.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  await inTransaction((transaction) =>
    recordAddresses(transaction, [{ network: 'ETHEREUM', address, paidAt: new Date() }]),
  );
  return address;
}

let cents = 0;
/** Items to known recipients, each with a different payment. */
export function itemsOf(count: number, change: Partial<WithdrawalForm> = {}): WithdrawalForm[] {
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

export async function make(items: WithdrawalForm[], name = 'March'): Promise<string> {
  as(desk.finance);
  return surely(await createBatch({ batchKey: randomUUID(), name, items })).bundleId;
}

export async function view(id: string, person: SignedIn = desk.one) {
  as(person);
  return surely(await readBatch(id));
}

/** What the approval of these items names, with the amounts that their looks ask for. */
export async function cover(items: readonly BatchItem[], chosen: Record<number, string> = {}) {
  const amounts = items.map(({ position, body }) => [position, fixedValueOf(body).amount]);
  return coverItems(items, chosen, Object.fromEntries(amounts) as Record<number, string>);
}

/** Decides as a person who sees the batch, on those of its items that `select` gives; by default all they can. */
export async function decide(
  person: SignedIn,
  bundleId: string,
  verdict: 'APPROVED' | 'REJECTED' = 'APPROVED',
  change: object = {},
  select = ({ canDecide, canReject }: BatchItem) => (verdict === 'APPROVED' ? canDecide : canReject),
) {
  const chosen = (await view(bundleId, person)).items.filter(select);
  const said =
    verdict === 'REJECTED'
      ? { ...(await rejectItems(chosen)), comment: 'wrong sheet' }
      : { ...(await cover(chosen)), comment: '' };
  return decideOnBundleAs(person.person, { bundleId, verdict, ...said, ...change });
}

export async function saveEntry(network: string, address: string, profiles: string[] = []): Promise<void> {
  const by = { ownerId: desk.finance.person.id, proposalId: '' };
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

export async function countStates(bundleId: string): Promise<Record<string, number>> {
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

export const APPROVE = { verdict: 'APPROVED', comment: '' };
export const withTwoFindings = () => [...itemsOf(3), ...itemsOf(2, { destinationAddress: newAddress() })];
export const needsNoLook = ({ look }: BatchItem) => look?.need === 'none';
export const needsOf = (items: readonly BatchItem[]) => items.map(({ look }) => look?.need);
