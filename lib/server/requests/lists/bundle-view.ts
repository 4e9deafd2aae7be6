import 'server-only';
import { fromRequests } from '@/lib/server/database/from-requests';
import { personLabel } from '@/lib/server/database/person-label';
import { and, count, eq, gt, ne, sql } from 'drizzle-orm';
import { addAmounts } from '@/lib/money/amounts';
import {
  type BundleView,
  REMAINDER_POSITION,
  type TestPaymentPart,
  TEST_POSITION,
} from '@/lib/requests/bundles/bundles';
import { decidingRoles } from '@/lib/policy/rules';
import { denialReason } from '@/lib/identity/roles';
import { database } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';
import { testPaymentConfirmations, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { hashBundle } from '@/lib/server/requests/load-bundle';
import { arrivalBlockReason } from '@/lib/server/requests/bundles/confirm-test';
import type { Person } from '@/lib/server/auth/sessions';
import { readRefusedByNewest } from '@/lib/server/requests/limits/refused-by-newest';
import { needsDecisionOf } from '@/lib/server/requests/lists/queue';
import { type RequestRow, selectRequests, toSummary } from '@/lib/server/requests/select';

/**
 * Reads the bundle of a request; null for a single request. The caller has checked that the reader may read
 * withdrawals.
 */
export async function readBundleView(reader: Person, { request, bundle }: RequestRow): Promise<BundleView | null> {
  if (!bundle) return null;
  const { id, kind, name } = bundle;
  const position = request.bundlePosition ?? 0;
  if (kind === 'test-payment') return readTestPayment(reader, { id, position });
  const [members] = await fromRequests(database(), { count: count() }, reader).where(
    eq(withdrawalRequests.bundleId, id),
  );
  return { kind, id, name, position, count: members?.count ?? 0, nextId: await findNextItem(reader, request) };
}

/** Finds the next item of the batch that awaits the reader's decision; after the last one, the first. */
async function findNextItem(
  reader: Person,
  { id, bundleId, bundlePosition }: RequestRow['request'],
): Promise<string | null> {
  const { bundlePosition: position, state, expiresAt } = withdrawalRequests;
  const refused = await readRefusedByNewest();
  const [next] = await fromRequests(database(), { id: withdrawalRequests.id }, reader)
    .where(
      and(
        eq(withdrawalRequests.bundleId, bundleId ?? ''),
        ne(withdrawalRequests.id, id),
        eq(state, 'AWAITING_APPROVAL'),
        gt(expiresAt, sql`now()`),
        needsDecisionOf(reader.id, decidingRoles(reader.roles), [...refused.keys()]),
      ),
    )
    .orderBy(sql`${position} < ${bundlePosition}`, position)
    .limit(1);
  return next?.id ?? null;
}

async function readTestPayment(
  reader: Person,
  { id, position }: { id: string; position: number },
): Promise<BundleView> {
  const rows = await selectRequests(reader)
    .where(eq(withdrawalRequests.bundleId, id))
    .orderBy(withdrawalRequests.bundlePosition);
  const [test, remainder] = [rows[TEST_POSITION], rows[REMAINDER_POSITION]];
  if (!test || !remainder) throw new Error('a test payment has no remainder');
  const [confirmation] = await database()
    .select({ by: personLabel(), at: testPaymentConfirmations.confirmedAt, comment: testPaymentConfirmations.comment })
    .from(testPaymentConfirmations)
    .innerJoin(people, eq(people.id, testPaymentConfirmations.confirmedBy))
    .where(eq(testPaymentConfirmations.bundleId, id));
  const toPart = (row: RequestRow): TestPaymentPart => ({
    ...toSummary(row, reader),
    bodySha256: row.version.bodySha256,
    bytes: row.version.body.toString('utf8'),
  });
  const parts = [toPart(test), toPart(remainder)] as const;
  return {
    kind: 'test-payment',
    id,
    position,
    sha256: hashBundle(
      'test-payment',
      parts.map(({ bodySha256 }) => bodySha256),
    ),
    test: parts[0],
    remainder: parts[1],
    totalAmount: addAmounts(parts[0].body.amount ?? '0', parts[1].body.amount ?? '0'),
    confirmation: confirmation ? { ...confirmation, at: confirmation.at.toISOString() } : null,
    confirmDenialReason: confirmDenialReason(test, remainder, reader) ?? null,
  };
}

function confirmDenialReason(test: RequestRow, remainder: RequestRow, reader: Person): string | undefined {
  if (remainder.request.state !== 'APPROVED' || remainder.send)
    return 'The remainder is not waiting for a confirmation.';
  return arrivalBlockReason(test.send ?? undefined) ?? denialReason('confirmTest', reader.roles);
}
