import 'server-only';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Decidable } from '@/lib/decisions';
import type { Transaction } from '@/lib/server/database/client';
import { decisions, people, requestVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A request locked until the transaction ends, with what is asked for and what was decided; undefined where there is none. */
export async function lockRequest(transaction: Transaction, requestId: string) {
  if (!UUID.test(requestId)) return undefined;
  // In a statement of its own: what another transaction changed while this one waited must be seen below.
  const [row] = await transaction.select().from(withdrawalRequests).where(eq(withdrawalRequests.id, requestId)).for('update');
  if (!row) return undefined;
  const [asked] = await transaction
    // Now, and not when the transaction began: it may have waited for the lock.
    .select({ version: requestVersions, isExpired: sql<boolean>`${row.expiresAt.toISOString()}::timestamptz <= clock_timestamp()` })
    .from(requestVersions)
    .where(and(eq(requestVersions.requestId, requestId), eq(requestVersions.version, row.version)));
  if (!asked) throw new Error('a request without its version');
  const { version, isExpired } = asked;
  const votes = await readVotes(transaction, requestId);
  const [send] = await transaction.select({ fence: sends.fence }).from(sends).where(eq(sends.requestId, requestId));
  const { requiredApprovals, requiredRole } = version;
  const decidable: Decidable = { ...row, isExpired, requiredApprovals, requiredRole, votes, hasAttempt: send !== undefined && send.fence > 0 };
  return { request: row, version, votes, decidable };
}

/** Every decision on a request, on whatever version, in the order in which they were made. */
export function readVotes(reader: Pick<Transaction, 'select'>, requestId: string) {
  return reader
    .select({
      personId: decisions.personId,
      personName: people.name,
      version: decisions.version,
      verdict: decisions.verdict,
      roles: decisions.roles,
      bodySha256: decisions.bodySha256,
      comment: decisions.comment,
      decidedAt: decisions.decidedAt,
    })
    .from(decisions)
    .innerJoin(people, eq(people.id, decisions.personId))
    .where(eq(decisions.requestId, requestId))
    .orderBy(asc(decisions.decidedAt));
}
