import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { as } from '@/scripts/testing/people/caller';
import { storeRecords, withdrawalRecord } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { setUpTestConsole } from '@/scripts/testing/people/test-console';
import { signedIn } from '@/scripts/testing/test-process';
import { surely } from '@/scripts/testing/results';
import { filledForm } from '@/scripts/stack/filled-form';
import { amendRequest } from '@/lib/server/requests/creation/amend';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { readChecksOf } from '@/lib/server/requests/checks/read-checks';
import { readRequest } from '@/lib/server/requests/lists/read';

setUpTestConsole();
const finance = signedIn('finance', ['finance']);
const approver = signedIn('approver', ['approver']);

const newAddress = () => `0x${randomBytes(20).toString('hex')}`;
const paid = (amount: string, address = newAddress()) =>
  withdrawalRecord({ profile_id: 'p-wide', destination_address: address, amount, total: amount });

beforeAll(async () => {
  await putPolicyInForce([{ name: 'All', when: {}, then: { kind: 'approve', count: 1, wholeBatch: true } }]);
  // A profile for which no amount below 6,000 is unusual.
  await storeRecords(['5', '5', '5', '5', '6000', '6000', '6000', '6000'].map((amount) => paid(amount)));
});
beforeEach(() => as(finance));
const itemsOf = (...values: string[]) =>
  values.map((value) => filledForm({ profileId: 'p-wide', destinationAddress: newAddress(), value }));
const unusual = async (input: object) => {
  const checked = surely(await checkBatch(input));
  return checked.items.flatMap(({ index, signals }) => (signals.includes('amount-unusual') ? [index] : []));
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
    const made = surely(await createBatch({ batchKey: randomUUID(), name: 'Sheet', items }));
    as(approver);
    const batch = surely(await readBatch(made.bundleId));
    const reason =
      'More than 100 times the median of the sheet, which is 2 ETH (5 rows in ETH). Is a decimal point missing?';
    expect(batch.items.map(({ look }) => look?.need === 'item' && look.reasons.includes(reason))).toEqual([
      false,
      false,
      false,
      false,
      true,
    ]);
    const { id = '' } = batch.items[4] ?? {};
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
