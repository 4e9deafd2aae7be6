import 'server-only';
import { desc, eq } from 'drizzle-orm';
import type { MissingTravelRule } from '@/lib/recipients/travel-rule';
import { isForMissingData } from '@/lib/sends/resolution';
import type { Transaction } from '@/lib/server/database/client';
import { sendAttempts, type sends } from '@/lib/server/database/schema/sends';
import { readTravelRule } from '@/lib/server/recipients/travel-rule/check';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** Tells whether the last attempt of a declined send was declined for want of data, and nobody closed the send. */
export async function lacksData(
  reader: Pick<Transaction, 'select'>,
  { requestId, state, closedAt }: Pick<typeof sends.$inferSelect, 'requestId' | 'state' | 'closedAt'>,
): Promise<boolean> {
  if (state !== 'REFUSED' || closedAt !== null) return false;
  const [last] = await reader
    .select({ reason: sendAttempts.reason, evidence: sendAttempts.evidence })
    .from(sendAttempts)
    .where(eq(sendAttempts.requestId, requestId))
    .orderBy(desc(sendAttempts.fence))
    .limit(1);
  return last !== undefined && isForMissingData({ reason: last.reason, type: last.evidence?.problem?.type });
}

/** Finds the first of these withdrawals whose travel-rule data the address book lacks by now; undefined for none. */
export async function findMissingData(
  reader: Pick<Transaction, 'select' | 'execute'>,
  bodies: readonly WithdrawalBody[],
): Promise<(MissingTravelRule & { refId: string }) | undefined> {
  const missingFor = await readTravelRule(reader, bodies);
  for (const body of bodies) {
    const missing = missingFor(body);
    if (missing) return { ...missing, refId: body.ref_id };
  }
  return undefined;
}

/** Explains which travel-rule data the address book lacks for a withdrawal by now; undefined where it has them. */
export async function explainStillMissing(
  reader: Pick<Transaction, 'select' | 'execute'>,
  body: WithdrawalBody,
): Promise<string | undefined> {
  const missing = await findMissingData(reader, [body]);
  return missing && `${missing.reason} ${missing.next}`;
}

/** What to do where the approvals of a declined withdrawal no longer count. */
export const REQUEST_AGAIN = 'Request the withdrawal again, under a new reference.';
