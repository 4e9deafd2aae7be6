import 'server-only';
import { and, asc, eq, exists, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/bundles/bundles';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { ok, type Result } from '@/lib/result';
import { database } from '@/lib/server/database/client';
import { testPaymentConfirmations, bundles, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { selectRequests, toSummary } from '@/lib/server/requests/select';

const MAX_TESTS = 50;

/** Lists completed test payments whose remainder awaits the confirmation of receipt, oldest first, at most 50. */
export async function listTestsToConfirm(): Promise<Result<RequestSummary[], Denial>> {
  const reader = await authorize('confirmTest');
  if (!reader.ok) return reader;
  const remainder = alias(withdrawalRequests, 'remainder');
  const locked = database()
    .select({ one: sql`1` })
    .from(remainder)
    .where(
      and(
        eq(remainder.bundleId, withdrawalRequests.bundleId),
        eq(remainder.bundlePosition, REMAINDER_POSITION),
        eq(remainder.state, 'APPROVED'),
      ),
    );
  const confirmed = database()
    .select({ one: sql`1` })
    .from(testPaymentConfirmations)
    .where(eq(testPaymentConfirmations.bundleId, withdrawalRequests.bundleId));
  const rows = await selectRequests(reader.value)
    .where(
      and(
        eq(bundles.kind, 'test-payment'),
        eq(withdrawalRequests.bundlePosition, TEST_POSITION),
        eq(sends.state, 'ACCEPTED'),
        eq(sends.transferStatus, 'COMPLETED'),
        exists(locked),
        notExists(confirmed),
      ),
    )
    .orderBy(asc(withdrawalRequests.createdAt))
    .limit(MAX_TESTS);
  return ok(rows.map((row) => toSummary(row, reader.value)));
}
