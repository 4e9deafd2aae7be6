import 'server-only';
import { and, between, desc, eq, notInArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { TEST_POSITION } from '@/lib/requests/groups';
import { recipientKey } from '@/lib/recipients/recipients';
import { describeRequest, type SimilarRequest } from '@/lib/requests/request-view';
import { ok, type Result } from '@/lib/result';
import { now } from '@/lib/server/runtime/clock';
import { requestGroups, requestVersions, withdrawalRequests } from '@/lib/server/database/schema';
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

const questionSchema = z.object({
  network: storableText().max(128),
  address: storableText().max(128),
  asset: storableText().max(20),
  memo: storableText().max(256).optional(),
  value: z.string().max(400),
});

/** Requests of the last day to the same recipient over the same value, for somebody who is about to make one (threats.md, "stuck"). */
export async function findSimilar(input: unknown): Promise<Result<SimilarRequest[], Denial>> {
  const reader = await authorize('readWithdrawals', { limit: 'read' });
  if (!reader.ok) return reader;
  const question = questionSchema.safeParse(input);
  if (!question.success || !parseAmount(question.data.value).ok) return ok([]);
  const { network, address, asset, memo, value } = question.data;
  return ok(
    await findSimilarTo(
      { crypto_network: network, destination_address: address, asset, ...(memo && { memo }), amount: value },
      { around: now() },
    ),
  );
}

/** The same for a request that exists: within a day before or after it. What was asked for with a test first counts by its whole, too. */
export async function findSimilarTo(
  body: Compared,
  { exceptIds = [], around }: { exceptIds?: readonly string[]; around: Date },
): Promise<SimilarRequest[]> {
  const value = sql`${body.amount ?? body.total}::numeric`;
  const asked = sql`convert_from(${requestVersions.body}, 'UTF8')::json`;
  const rows = await selectRequests()
    .where(
      and(
        eq(requestVersions.recipientKey, recipientKey(body as WithdrawalBody)),
        between(
          requestVersions.createdAt,
          sql`${around.toISOString()}::timestamptz - ${WITHIN}`,
          sql`${around.toISOString()}::timestamptz + ${WITHIN}`,
        ),
        notInArray(withdrawalRequests.id, [...exceptIds]),
        sql`${asked}->>'asset' = ${body.asset}`,
        or(
          sql`coalesce(${asked}->>'amount', ${asked}->>'total')::numeric = ${value}`,
          and(
            eq(requestGroups.kind, 'pair'),
            eq(withdrawalRequests.groupPosition, TEST_POSITION),
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
    label: describeRequest(toSummary(row, NOBODY)).label,
  }));
}

const NOBODY = { id: '', name: '', roles: [], authenticatedAt: new Date(0), sessionKey: '', origin: null };
