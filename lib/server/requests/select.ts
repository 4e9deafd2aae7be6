import 'server-only';
import { and, count, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Decidable } from '@/lib/requests/decisions';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { database } from '@/lib/server/database/client';
import {
  decisions,
  people,
  recipients,
  requestGroups,
  requestVersions,
  sends,
  withdrawalRequests,
} from '@/lib/server/database/schema';
import type { Person } from '@/lib/server/auth/sessions';
import { parseWithdrawalBody } from '@/lib/withdrawals/body';

// What lists need of them: they read rows by the hundred, and the rest is long.
const { formKey: _formKey, checks: _checks, ...ofVersion } = getTableColumns(requestVersions);
const ofSend = {
  requestId: sends.requestId,
  state: sends.state,
  fence: sends.fence,
  closedAt: sends.closedAt,
  transferId: sends.transferId,
  transferStatus: sends.transferStatus,
};
const ofGroup = { id: requestGroups.id, kind: requestGroups.kind, name: requestGroups.name };

/** Requests with the version that counts, their maker, their send, and how many approvals that version has. */
export function selectRequests() {
  const approvals = database()
    .select({ given: count() })
    .from(decisions)
    .where(
      and(
        eq(decisions.requestId, withdrawalRequests.id),
        eq(decisions.version, withdrawalRequests.version),
        eq(decisions.verdict, 'APPROVED'),
        sql`${requestVersions.requiredRole} = any(${decisions.roles})`,
      ),
    );
  return (
    database()
      .select({
        request: withdrawalRequests,
        version: ofVersion,
        requesterName: people.name,
        send: ofSend,
        group: ofGroup,
        recipientName: recipients.name,
        approvals: sql<number>`(${approvals})`.mapWith(Number),
        isExpired: sql<boolean>`${withdrawalRequests.expiresAt} <= now()`,
      })
      .from(withdrawalRequests)
      .innerJoin(
        requestVersions,
        and(
          eq(requestVersions.requestId, withdrawalRequests.id),
          eq(requestVersions.version, withdrawalRequests.version),
        ),
      )
      .innerJoin(people, eq(people.id, withdrawalRequests.requesterId))
      .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
      .leftJoin(requestGroups, eq(requestGroups.id, withdrawalRequests.groupId))
      // At most one: the book has one active entry of a recipient.
      .leftJoin(
        recipients,
        and(eq(recipients.recipientKey, requestVersions.recipientKey), eq(recipients.state, 'ACTIVE')),
      )
      .$dynamic()
  );
}

export type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number];

export function toSummary(
  { request, version, requesterName, recipientName, send, approvals }: RequestRow,
  reader: Person,
): RequestSummary {
  return {
    id: request.id,
    refId: request.refId,
    state: request.state,
    requesterName,
    recipientName,
    isMine: request.requesterId === reader.id,
    createdAt: request.createdAt.toISOString(),
    expiresAt: request.expiresAt.toISOString(),
    body: parseWithdrawalBody(version.body),
    approvals: { given: approvals, required: version.requiredApprovals },
    send: send && { state: send.state, isClosed: send.closedAt !== null, transferStatus: send.transferStatus },
  };
}

/** A request as the rules on who may do what see it. */
export function toDecidable(
  { request, version, send, group, isExpired }: RequestRow,
  votes: Decidable['votes'],
): Decidable {
  const { requiredApprovals, requiredRole } = version;
  return {
    ...request,
    isExpired,
    requiredApprovals,
    requiredRole,
    votes,
    isPaired: group?.kind === 'pair',
    hasAttempt: send !== null && send.fence > 0,
  };
}
