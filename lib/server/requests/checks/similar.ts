import 'server-only';
import { and, between, desc, eq, exists, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '@/lib/identity/reader';
import { TEST_POSITION } from '@/lib/requests/bundles/bundles';
import { recipientKey } from '@/lib/recipients/recipients';
import { describeRequest, type SimilarRequest } from '@/lib/requests/request-view';
import { ok, type Result } from '@/lib/result';
import { now } from '@/lib/server/runtime/clock';
import { database } from '@/lib/server/database/client';
import { bundles, requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { selectRequests, toSummary } from '@/lib/server/requests/select';
import { storableText } from '@/lib/text/storable-text';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

const WITHIN = sql`interval '24 hours'`;
const LIMIT = 5;

type Compared = Pick<WithdrawalBody, 'crypto_network' | 'destination_address' | 'asset' | 'memo'> & {
  amount?: string | undefined;
  total?: string | undefined;
};

const querySchema = z.object({
  network: storableText().max(128),
  address: storableText().max(128),
  asset: storableText().max(20),
  memo: storableText().max(256).optional(),
  value: z.string().max(400),
});

/**
 * Finds requests of the last 24 hours for the same value to the same recipient, for a requester who may be paying twice
 * (docs/specification/threats.md#requests-and-approvals).
 */
export async function findSimilar(input: unknown): Promise<Result<SimilarRequest[], Denial>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const query = querySchema.safeParse(input);
  if (!query.success || !parseAmount(query.data.value).ok) return ok([]);
  const { network, address, asset, memo, value } = query.data;
  return ok(
    await findSimilarTo(
      reader.value,
      { crypto_network: network, destination_address: address, asset, ...(memo && { memo }), amount: value },
      { around: now() },
    ),
  );
}

/**
 * Finds requests for the same value to the same recipient within 24 hours before or after `around`. A test payment also
 * counts with the sum of both parts. One that was never sent and never will be is no duplicate.
 */
export async function findSimilarTo(
  reader: Reader,
  body: Compared,
  { exceptIds = [], around }: { exceptIds?: readonly string[]; around: Date },
): Promise<SimilarRequest[]> {
  const value = sql`${body.amount ?? body.total}::numeric`;
  const requested = sql`convert_from(${requestVersions.body}, 'UTF8')::json`;
  const rows = await selectRequests(reader)
    .where(
      and(
        eq(requestVersions.recipientKey, recipientKey(body as WithdrawalBody)),
        between(
          requestVersions.createdAt,
          sql`${around.toISOString()}::timestamptz - ${WITHIN}`,
          sql`${around.toISOString()}::timestamptz + ${WITHIN}`,
        ),
        notInArray(withdrawalRequests.id, [...exceptIds]),
        mayBePaid(),
        sql`${requested}->>'asset' = ${body.asset}`,
        or(
          sql`coalesce(${requested}->>'amount', ${requested}->>'total')::numeric = ${value}`,
          and(
            eq(bundles.kind, 'test-payment'),
            eq(withdrawalRequests.bundlePosition, TEST_POSITION),
            sql`(${requestVersions.facts}->>'value')::numeric = ${value}`,
          ),
        ),
      ),
    )
    .orderBy(desc(requestVersions.createdAt))
    .limit(LIMIT);
  return rows.map((row) => ({
    id: row.request.id,
    refId: row.request.refId,
    createdAt: row.request.createdAt.toISOString(),
    requesterName: row.requesterName,
    label: describeRequest(toSummary(row, reader)).label,
  }));
}

/** Makes the condition that a request was sent, or may still be: it did not end before, and the service took it. */
function mayBePaid(): SQL | undefined {
  return and(
    or(notInArray(withdrawalRequests.state, ['REJECTED', 'CANCELLED', 'EXPIRED']), exists(sendOfRequest())),
    notExists(sendOfRequest(eq(sends.state, 'REFUSED'))),
  );
}

function sendOfRequest(condition?: SQL) {
  return database()
    .select({ one: sql`1` })
    .from(sends)
    .where(and(eq(sends.requestId, withdrawalRequests.id), condition));
}
