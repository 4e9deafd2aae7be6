import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { caller } from '@/scripts/testing/people/caller';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signInAs } from '@/scripts/testing/test-process';
import { filledForm } from '@/scripts/stack/filled-form';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { readChecksOf } from '@/lib/server/requests/checks/read-checks';
import { readRequest } from '@/lib/server/requests/lists/read';

setUpTestConsole();
type SignedIn = Awaited<ReturnType<typeof signInAs>>;
let finance: SignedIn;
let approver: SignedIn;

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const paid = (amount: string, address = newAddress()) => ({
  id: randomUUID(),
  profile_id: 'p-wide',
  asset: 'ETH',
  crypto_network: 'ETHEREUM',
  destination_address: address,
  amount,
  total: amount,
  fee: '0',
  direction: 'DEBIT',
  type: 'CRYPTO_WITHDRAWAL',
  status: 'COMPLETED',
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:05:05.000Z',
});

beforeAll(async () => {
  finance = await signInAs('finance', ['finance']);
  approver = await signInAs('approver', ['approver']);
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1, wholeBatch: true } }]);
  // A profile for which no amount below 6,000 is unusual.
  await storeRecords(['5', '5', '5', '5', '6000', '6000', '6000', '6000'].map((amount) => paid(amount)));
});
beforeEach(() => as(finance));
function as({ sessionId }: SignedIn) {
  caller.sessionId = sessionId;
}

const itemsOf = (...values: string[]) =>
  values.map((value) => filledForm({ profileId: 'p-wide', destinationAddress: newAddress(), value }));
const unusual = async (input: object) => {
  const checked = await checkBatch(input);
  if (!checked.ok) throw new Error(JSON.stringify(checked.error));
  return checked.value.items.flatMap(({ index, signals }) => (signals.includes('amount-unusual') ? [index] : []));
};
const FINDING = 'More than 100 times the median of the sheet, which is 2 ETH (5 rows in ETH).';
const amountFinding = async (read: Promise<unknown>) => JSON.stringify(await read).includes(FINDING);

describe('an amount far above the rest of its sheet', () => {
  it('is found in the whole sheet, not in a part of it', async () => {
    const items = itemsOf('0.1', '2', '4', '0.8', '1500');
    expect(await unusual({ items })).toEqual([4]);
    expect(await unusual({ items, isPart: true })).toEqual([]);
  });

  it('is not found where the recipient was paid as much, even elsewhere', async () => {
    const items = itemsOf('0.1', '2', '4', '0.8', '1500');
    await storeRecords([paid('1500', items[4]?.destinationAddress)]);
    expect(await unusual({ items })).toEqual([]);
    expect(await checkBatch({ items })).toMatchObject({
      value: { items: [{}, {}, {}, {}, { isUsualForRecipient: true }] },
    });
  });

  it('is looked at by itself in its batch, and is shown on its page, also after a change', async () => {
    const items = itemsOf('0.1', '2', '4', '0.8', '1500');
    const made = await createBatch({ batchKey: randomUUID(), name: 'Sheet', items });
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    as(approver);
    const batch = await readBatch(made.value.bundleId);
    if (!batch.ok) throw new Error('the batch must be readable');
    const reason =
      'More than 100 times the median of the sheet, which is 2 ETH (5 rows in ETH). Is a decimal point missing?';
    expect(batch.value.items.map(({ look }) => look?.need === 'item' && look.reasons.includes(reason))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    const { id = '' } = batch.value.items[4] ?? {};
    expect([await amountFinding(readRequest(id)), await amountFinding(readChecksOf(id))]).toEqual([true, true]);
    as(finance);
    const change = (version: number, form: object) =>
      amendRequest({ formKey: randomUUID(), form, requestId: id, basedOnVersion: version });
    expect(await change(1, { ...items[4], note: 'changed' })).toMatchObject({ ok: true });
    expect(await amountFinding(readRequest(id))).toBe(true);
    expect(await change(2, { ...items[4], value: '1.5' })).toMatchObject({ ok: true });
    expect(await amountFinding(readRequest(id))).toBe(false);
  });
});
