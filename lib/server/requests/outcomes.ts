import 'server-only';
import { isOfDecision } from '@/lib/server/database/joins';
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { explainRefusal, readable } from '@/lib/http/problems';
import type { Reader } from '@/lib/identity/reader';
import type { OutcomeFacts, RequestWithOutcome } from '@/lib/requests/describe-outcome';
import type { Verdict } from '@/lib/requests/decisions';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { judgeApprovals } from '@/lib/requests/votes';
import { isCurrentVersion } from '@/lib/server/database/from-requests';
import { database, prepared } from '@/lib/server/database/client';
import { lookupDatabase } from '@/lib/server/database/lookup-pool';
import { nameStatement } from '@/lib/server/database/visible-profiles';
import { personLabel } from '@/lib/server/database/person-label';
import { mirrorTransfers } from '@/lib/server/database/schema/mirror';
import { approvalWithdrawals, decisions } from '@/lib/server/database/schema/decisions';
import { people } from '@/lib/server/database/schema/people';
import { recipients } from '@/lib/server/database/schema/recipients';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sendAttempts, sends } from '@/lib/server/database/schema/sends';
import { isOlderThanRestore } from '@/lib/server/requests/load';
import { isActiveEntry, summaryColumns, toSummary } from '@/lib/server/requests/select';
import { now } from '@/lib/server/runtime/clock';
import { voteLimits } from '@/lib/server/requests/vote-facts';

/** Reads requests by their ids, with the facts that tell their outcomes; gives them by id, without unknown ids. */
export async function readRequestsWithOutcomes(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, RequestWithOutcome>> {
  if (ids.length === 0) return new Map();
  const wanted = [...new Set(ids)];
  const rows = await prepareById(reader).execute({ ids: wanted });
  return completeOutcomes(reader, rows);
}

const prepareById = (reader: Reader) =>
  prepared(nameStatement(reader, 'requests_with_outcomes'), () =>
    selectOutcomes(reader, sql`(select unnest(${sql.placeholder('ids')}::uuid[]) as id, 0 as rank)`),
  );

/**
 * Selects the requests that `hits` gives (columns `id` and `rank`), with what a search shows of them, in one statement
 * for the lookup connections. Leaves out what the reader may not see.
 */
export function selectOutcomes(reader: Reader, hits: SQL) {
  return lookupDatabase()
    .select({
      rank: sql<number>`hit.rank`,
      request: requestColumns,
      version: versionColumns,
      send: sendColumns,
      isBeforeRestore: isOlderThanRestore(),
      ...summaryColumns(reader),
    })
    .from(withdrawalRequests)
    .innerJoin(sql`${hits} as hit`, sql`hit.id = ${withdrawalRequests.id}`)
    .innerJoin(requestVersions, isCurrentVersion(reader))
    .innerJoin(people, eq(people.id, withdrawalRequests.requesterId))
    .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .leftJoin(recipients, isActiveEntry(reader));
}

export type OutcomeRow = Awaited<ReturnType<typeof selectOutcomes>>[number];

const requestColumns = {
  id: withdrawalRequests.id,
  refId: withdrawalRequests.refId,
  state: withdrawalRequests.state,
  version: withdrawalRequests.version,
  requesterId: withdrawalRequests.requesterId,
  createdAt: withdrawalRequests.createdAt,
  updatedAt: withdrawalRequests.updatedAt,
  expiresAt: withdrawalRequests.expiresAt,
};
const versionColumns = {
  body: requestVersions.body,
  note: requestVersions.note,
  notBefore: requestVersions.notBefore,
  requiredApprovals: requestVersions.requiredApprovals,
  requiredRole: requestVersions.requiredRole,
  requiredGroups: requestVersions.requiredGroups,
};
const sendColumns = {
  requestId: sends.requestId,
  state: sends.state,
  closedAt: sends.closedAt,
  transferId: sends.transferId,
  transferStatus: sends.transferStatus,
};

/**
 * Gives the requests of rows by id, with the facts that tell their outcomes. Reads decisions and sends where there are
 * any.
 */
export async function completeOutcomes(
  reader: Reader,
  rows: readonly OutcomeRow[],
): Promise<Map<string, RequestWithOutcome>> {
  const idsOf = (condition: (row: OutcomeRow) => boolean) => rows.filter(condition).map(({ request }) => request.id);
  const [votes, details] = await Promise.all([
    readDecisions(idsOf(({ request, approvals }) => request.state === 'REJECTED' || approvals > 0)),
    readSendDetails(idsOf(({ send }) => send !== null)),
  ]);
  return new Map(
    rows.map((row) => {
      const { id } = row.request;
      const summary = toSummary(row, reader);
      const outcome = toFacts(row, summary, { decisions: votes.get(id) ?? [], details: details.get(id) });
      return [id, { ...summary, outcome, note: row.version.note }];
    }),
  );
}

type SendDetails = Pick<
  NonNullable<OutcomeFacts['send']>,
  'isAmbiguous' | 'changedAt' | 'hold' | 'postponedReason' | 'declineReason' | 'declineNext' | 'completedBy'
>;

interface Decision {
  personId: string;
  personName: string;
  verdict: Verdict;
  /** True where the person had the required role, and has not withdrawn the approval. */
  isCounted: boolean;
  at: string;
  reason: string;
}

function toFacts(
  row: OutcomeRow,
  summary: RequestSummary,
  { decisions: votes, details }: { decisions: readonly Decision[]; details: SendDetails | undefined },
): OutcomeFacts {
  const { request, isExpired, isBeforeRestore, send } = row;
  const { state, requesterName, createdAt, expiresAt, approvals, follows, followedBy } = summary;
  const rejection = votes.find(({ verdict }) => verdict === 'REJECTED');
  const given = listApprovals(row, votes);
  return {
    state,
    requesterName,
    createdAt,
    expiresAt,
    isExpired,
    isBeforeRestore,
    follows: follows ?? null,
    followedBy: followedBy ?? null,
    approvals: {
      given: approvals.given,
      required: approvals.required,
      personNames: given.map(({ personName }) => personName),
      lastAt: given.at(-1)?.at,
    },
    rejection:
      request.state === 'REJECTED' && rejection
        ? { personName: rejection.personName, at: rejection.at, reason: rejection.reason }
        : null,
    changedAt: request.updatedAt.toISOString(),
    // A send that was claimed, or cancelled, between the queries is found by the next reading.
    send:
      summary.send && details
        ? { ...summary.send, ...details, transferId: send?.transferId ?? null, leavesAt: leavesAt(row) }
        : null,
  };
}

function leavesAt({ version }: OutcomeRow): string | null {
  const { notBefore } = version;
  return notBefore !== null && notBefore > now() ? notBefore.toISOString() : null;
}

/** Gives the approvals that count, in their order; while others can be added or lose effect, as the request's page. */
function listApprovals({ request, version, openApprovals }: OutcomeRow, votes: readonly Decision[]): Decision[] {
  const given = votes.filter(({ verdict, isCounted }) => verdict === 'APPROVED' && isCounted);
  if (openApprovals === null) return given;
  const { requiredApprovals, requiredRole, requiredGroups } = version;
  const open = { ...request, requiredApprovals, requiredRole, requiredGroups, votes: openApprovals };
  const lapsed = new Set(
    judgeApprovals(open, voteLimits()).flatMap(({ vote, reason }) => (reason === undefined ? [] : [vote.personId])),
  );
  return given.filter(({ personId }) => !lapsed.has(personId));
}

/** Reads the decisions on the current version of each request, the oldest first. */
async function readDecisions(ids: string[]): Promise<Map<string, Decision[]>> {
  if (ids.length === 0) return new Map();
  const rows = await database()
    .select({
      id: decisions.requestId,
      personId: decisions.personId,
      personName: sql<string>`${personLabel()} || coalesce(' for ' || (
        select person_label(other.id, other.name, other.email) from ${people} other where other.id = ${decisions.forPersonId}
      ), '')`,
      verdict: decisions.verdict,
      isCounted: sql<boolean>`${requestVersions.requiredRole} = any(${decisions.roles})
        and ${approvalWithdrawals.personId} is null`,
      at: decisions.decidedAt,
      reason: decisions.comment,
    })
    .from(decisions)
    .innerJoin(
      withdrawalRequests,
      and(eq(withdrawalRequests.id, decisions.requestId), eq(withdrawalRequests.version, decisions.version)),
    )
    .innerJoin(
      requestVersions,
      and(eq(requestVersions.requestId, decisions.requestId), eq(requestVersions.version, decisions.version)),
    )
    .innerJoin(people, eq(people.id, decisions.personId))
    .leftJoin(approvalWithdrawals, isOfDecision(approvalWithdrawals))
    .where(inArray(decisions.requestId, ids))
    .orderBy(asc(decisions.decidedAt), asc(decisions.personId));
  const found = new Map<string, Decision[]>();
  for (const { id, at, ...row } of rows) found.set(id, [...(found.get(id) ?? []), { ...row, at: at.toISOString() }]);
  return found;
}

const NOT_DECLINED = { declineReason: null, declineNext: null };

/** Reads what each send says about its outcome, with the service's reason from the last attempt that it declined. */
async function readSendDetails(ids: string[]): Promise<Map<string, SendDetails>> {
  if (ids.length === 0) return new Map();
  const [rows, declines] = await Promise.all([
    database()
      .select({
        id: sends.requestId,
        isAmbiguous: sends.isAmbiguous,
        at: sends.updatedAt,
        hold: sends.hold,
        postponedReason: sends.postponedReason,
        completedBy: sql<Date | null>`case when ${mirrorTransfers.status} = 'COMPLETED'
          and isfinite(${mirrorTransfers.updatedAt}) then ${mirrorTransfers.updatedAt} end`.mapWith(sends.updatedAt),
      })
      .from(sends)
      .leftJoin(mirrorTransfers, eq(mirrorTransfers.id, sends.transferId))
      .where(inArray(sends.requestId, ids)),
    database()
      .selectDistinctOn([sendAttempts.requestId], { id: sendAttempts.requestId, evidence: sendAttempts.evidence })
      .from(sendAttempts)
      .where(and(inArray(sendAttempts.requestId, ids), sql`${sendAttempts.reason} = 'refused'`))
      .orderBy(sendAttempts.requestId, desc(sendAttempts.fence)),
  ]);
  const reasons = new Map(
    declines.map(({ id, evidence }) => {
      const problem = evidence?.problem;
      const refusal = problem && explainRefusal(problem);
      // Wherever it is shown, it is said before that the service declined.
      const own = problem?.type === 'rejected' && readable(problem.detail);
      const reason = own || (refusal && [refusal.title, refusal.detail].filter(Boolean).join('. '));
      return [id, { declineReason: reason ?? null, declineNext: refusal?.next ?? null }];
    }),
  );
  return new Map(
    rows.map(({ id, isAmbiguous, at, hold, postponedReason, completedBy }) => [
      id,
      {
        isAmbiguous,
        changedAt: at.toISOString(),
        hold,
        postponedReason,
        ...(reasons.get(id) ?? NOT_DECLINED),
        completedBy: completedBy?.toISOString() ?? null,
      },
    ]),
  );
}
