import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { joinConditions } from '@/lib/server/database/query/conditions';
import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';
import {
  type CaseFailure,
  MAX_SETTLE_REASON_LENGTH,
  type SettlementEvent,
  type UnsettledCount,
} from '@/lib/cases/contract';
import type { Reader } from '@/lib/identity/reader';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { INVALID_INPUT, transferIdSchema } from '@/lib/server/cases/notes';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { problemSettlements } from '@/lib/server/database/schema/cases';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { readRows } from '@/lib/server/database/query/reader-pool';
import { storableText } from '@/lib/text/storable-text';

const settlementSchema = z.strictObject({
  transferId: transferIdSchema,
  /** The fingerprint of the problem that the person saw. */
  problem: z.string().regex(/^[0-9a-f]{64}$/),
  reason: storableText()
    .trim()
    .min(1, 'Enter a reason.')
    .max(MAX_SETTLE_REASON_LENGTH, `Enter at most ${MAX_SETTLE_REASON_LENGTH} characters.`),
});
type SettlementInput = z.infer<typeof settlementSchema>;

/**
 * Settles the problem of a transfer, as the person saw it, for a reason; with an audit entry. It is unsettled again as
 * soon as the service changes the problem. Takes unchecked input.
 */
export async function settleTransfer(input: unknown): Promise<Result<null, CaseFailure>> {
  return decide('SETTLED', input);
}

/** Reopens a settled problem for a reason, with an audit entry. Takes unchecked input. */
export async function reopenTransfer(input: unknown): Promise<Result<null, CaseFailure>> {
  return decide('REOPENED', input);
}

async function decide(event: SettlementEvent, input: unknown): Promise<Result<null, CaseFailure>> {
  const person = await authorize('settleTransfers', { limit: 'submit' });
  if (!person.ok) return person;
  const given = readInput(settlementSchema, input, INVALID_INPUT);
  if (!given.ok) return given;
  return inTransaction((transaction) => decideIn(transaction, person.value, { event, ...given.value }));
}

async function decideIn(
  transaction: Transaction,
  person: Person,
  { event, transferId, problem, reason }: SettlementInput & { event: SettlementEvent },
): Promise<Result<null, CaseFailure>> {
  // Locked, so that of two people who settle at once the second learns of the first.
  const [transfer] = await transaction
    .select({
      hasProblem: mirrorTransfers.hasProblem,
      isSettled: mirrorTransfers.isSettled,
      problem: sql<string>`problem_fingerprint(${mirrorTransfers.record})`,
    })
    .from(mirrorTransfers)
    .where(and(eq(mirrorTransfers.id, transferId), ...visibleTransfers(person)))
    .for('no key update');
  if (!transfer) return fail({ kind: 'not-found' });
  const denial = settlementDenialReason(event, { ...transfer, isSeen: transfer.problem === problem });
  if (denial !== undefined) return fail({ kind: 'not-now', reason: denial });
  const [before] = await transaction
    .select({ event: problemSettlements.event, problem: problemSettlements.problem })
    .from(problemSettlements)
    .where(eq(problemSettlements.transferId, transferId))
    .orderBy(desc(problemSettlements.id))
    .limit(1);
  // A trigger marks the row of the mirror.
  await transaction.insert(problemSettlements).values({ transferId, event, problem, personId: person.id, reason });
  await appendAudit(transaction, {
    action: event === 'SETTLED' ? 'transfer.settled' : 'transfer.reopened',
    ...actedBy(person),
    subject: `transfer:${transferId}`,
    ...(before && { before }),
    after: { event, problem },
    reason,
  });
  return ok(null);
}

/** Explains why a problem cannot be settled or reopened now; undefined where it can. */
function settlementDenialReason(
  event: SettlementEvent,
  { hasProblem, isSettled, isSeen }: { hasProblem: boolean; isSettled: boolean; isSeen: boolean },
): string | undefined {
  if (!hasProblem) return 'This transfer no longer needs attention.';
  if (!isSeen) return 'The status of this transfer has changed since this page showed it.';
  if (event === 'SETTLED') return isSettled ? 'Already settled.' : undefined;
  return isSettled ? undefined : 'Already reopened.';
}

/** The number up to which transfers that need attention are counted. */
const MAX_COUNT = 1_000;

/** Counts the transfers that need attention and are not settled, up to 1,000. The caller has authorized the reader. */
export async function countUnsettled(reader: Reader): Promise<UnsettledCount> {
  const conditions = [sql`has_problem and not is_settled`, ...visibleTransfers(reader)];
  const [row] = await readRows<{ count: number }>(sql`select count(*)::int as count
    from (select 1 from mirror_transfers where ${joinConditions(conditions)} limit ${MAX_COUNT + 1}) as unsettled`);
  const count = row?.count ?? 0;
  return { count: Math.min(count, MAX_COUNT), hasMore: count > MAX_COUNT };
}
