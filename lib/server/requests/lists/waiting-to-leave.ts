import 'server-only';
import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import { denialReason } from '@/lib/identity/roles';
import { sumByAsset } from '@/lib/requests/bundles/batches';
import { judgeApprovals } from '@/lib/requests/votes';
import type { WaitingToLeave, WaitingWithdrawal } from '@/lib/requests/waiting-to-leave';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { database } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import { type RequestRow, selectRequests, toSummary } from '@/lib/server/requests/select';
import { voteLimits } from '@/lib/server/requests/vote-facts';

const MAX_LISTED = 1000;

/**
 * Lists the approved withdrawals that wait to be sent, longest first, for a person who may read the status: those that
 * are sent when sending resumes, and those whose approvals no longer count.
 */
export async function readWaitingToLeave(): Promise<Result<WaitingToLeave, Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  const rows = await selectRequests(reader.value)
    .where(eq(sends.state, 'QUEUED'))
    .orderBy(asc(sends.nextAt), asc(sends.requestId))
    .limit(MAX_LISTED + 1);
  const waiting = rows.slice(0, MAX_LISTED).map((row) => toWaiting(row, reader.value));
  const leaving = waiting.filter(isLeaving);
  return ok({
    leaving,
    totals: sumByAsset(leaving.map(({ body }) => body)),
    returning: waiting.filter((each) => !isLeaving(each)),
    isCut: rows.length > MAX_LISTED,
    hidden: await countHidden(reader.value),
  });
}

/** Counts the approved withdrawals that wait and that the reader does not see, for who can resume sending. */
async function countHidden(reader: Person): Promise<number> {
  const visible = visibleRequests(reader);
  if (!visible || denialReason('resumeSending', reader.roles) !== undefined) return 0;
  const [counted] = await database()
    .select({ hidden: count() })
    .from(sends)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, sends.requestId))
    .innerJoin(requestVersions, isCurrentVersion())
    .where(and(eq(sends.state, 'QUEUED'), sql`(${visible}) is not true`));
  return counted?.hidden ?? 0;
}

const isLeaving = ({ approvals: { given, required } }: WaitingWithdrawal) => given >= Math.max(1, required);

function toWaiting(row: RequestRow, reader: Person): WaitingWithdrawal {
  const { id, refId, body, keepsBeneficiary = false, recipientName, approvals } = toSummary(row, reader);
  const { request, version, openApprovals } = row;
  const { requiredApprovals, requiredRole, requiredGroups } = version;
  const open = { ...request, requiredApprovals, requiredRole, requiredGroups, votes: openApprovals ?? [] };
  const ages = judgeApprovals(open, voteLimits()).flatMap(({ vote, reason }) =>
    reason === undefined ? [vote.facts.ageS * 1000] : [],
  );
  const approvalAgeMs = ages.length > 0 ? Math.max(...ages) : null;
  return { id, refId, body, keepsBeneficiary, recipientName, approvals, approvalAgeMs };
}
