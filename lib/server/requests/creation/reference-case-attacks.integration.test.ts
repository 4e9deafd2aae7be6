import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { approveRequest } from '@/scripts/testing/data/approve-request';
import { storeRecords } from '@/scripts/testing/mirror/mirror-records';
import { putPolicyInForce } from '@/scripts/testing/data/policy';
import { filledForm } from '@/scripts/stack/filled-form';
import { database } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { findSingleTransfers } from '@/lib/server/mirror/search/find-by-reference';
import { checkBatch } from '@/lib/server/requests/bundles/check-batch';
import { createBatch } from '@/lib/server/requests/bundles/create-batch';
import { createTestPayment } from '@/lib/server/requests/bundles/create-test-payment';
import { claimSend } from '@/lib/server/sends/claim/claim';
import {
  anyway,
  desk,
  make,
  newAddress,
  request,
  setUpLimitedDesk,
  transferOf,
} from '@/scripts/testing/data/limited-requests';
import { failure } from '@/scripts/testing/results';

// References that differ only by case: docs/decisions/0072-references-differ-by-more-than-case.md.

setUpLimitedDesk();

const newReference = () => `Inv-${randomUUID().slice(0, 13)}`;
const taken = (refId: string) => ({ ok: false, error: { kind: 'reference-taken', refId } });
const formWith = (referenceId: string) =>
  filledForm({ profileId: desk.profile, destinationAddress: newAddress(), referenceId });
const count = (refId: string) =>
  database().$count(withdrawalRequests, sql`lower(${withdrawalRequests.refId}) = lower(${refId})`);

describe('a reference in another case', () => {
  it('is refused where a request has it, for one request, a test payment and the row of a sheet', async () => {
    await putPolicyInForce([anyway()]);
    const refId = newReference();
    await make('1', { referenceId: refId });
    await make('1', { referenceId: `${refId}2-TEST` });
    const [upper, second] = [refId.toUpperCase(), `${refId.toLowerCase()}2`];
    expect(await request('2', { referenceId: upper })).toMatchObject(taken(upper));
    const pair = { ...formWith(second), testAmount: '0.5' };
    expect(await createTestPayment({ formKey: randomUUID(), form: pair })).toMatchObject(taken(`${second}-test`));
    const items = [formWith(upper)];
    const issues = [{ path: 'referenceId', level: 'error' }];
    expect(await checkBatch({ items })).toMatchObject({ ok: true, value: { items: [{ issues }] } });
    expect(await createBatch({ batchKey: randomUUID(), name: 'Case', items })).toMatchObject(
      failure('invalid', { items: [{ index: 0, path: 'referenceId' }] }),
    );
    expect(await count(refId)).toBe(1);
  });

  it('is refused where a transfer has it, and within a sheet', async () => {
    await putPolicyInForce([anyway()]);
    const [refId, other] = [newReference(), newReference()];
    const transfer = transferOf({ ref_id: refId });
    await storeRecords([transfer]);
    const lower = refId.toLowerCase();
    expect(await request('1', { referenceId: lower })).toMatchObject(
      failure('reference-taken', { refId: lower, transferId: transfer.id }),
    );
    const items = [lower, other, other.toUpperCase()].map(formWith);
    expect(await createBatch({ batchKey: randomUUID(), name: 'Case', items })).toMatchObject(
      failure('invalid', {
        items: [
          { index: 0, message: expect.stringContaining(transfer.id) },
          { index: 2, message: expect.stringContaining('Row 2') },
        ],
      }),
    );
    expect([await count(refId), await count(other)]).toEqual([0, 0]);
  });

  it('wins for one of several that are made at once', { timeout: 60_000 }, async () => {
    await putPolicyInForce([anyway()]);
    for (let round = 0; round < 5; round += 1) {
      const refId = newReference();
      const batch = {
        batchKey: randomUUID(),
        name: 'Case',
        items: [formWith(`${refId.slice(0, 4)}${refId.slice(4).toUpperCase()}`)],
      };
      const outcomes = await Promise.all([
        request('1', { referenceId: refId.toLowerCase() }),
        request('1', { referenceId: refId.toUpperCase() }, desk.other),
        createBatch(batch),
      ]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await count(refId)).toBe(1);
      for (const outcome of outcomes)
        if (!outcome.ok) expect(['reference-taken', 'invalid']).toContain(outcome.error.kind);
    }
  });

  it('is another reference in what the service shows: nothing is matched by it', async () => {
    await putPolicyInForce([anyway()]);
    const refId = newReference();
    const { requestId } = await make('1', { referenceId: refId });
    await approveRequest(requestId, ...desk.approvers.slice(0, 1));
    await storeRecords([transferOf({ ref_id: refId.toUpperCase() })]);
    expect(await findSingleTransfers(database(), [refId])).toEqual(new Map());
    expect(await claimSend()).toMatchObject({ requestId });
  });
});
