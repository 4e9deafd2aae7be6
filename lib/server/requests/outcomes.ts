import 'server-only';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { explainRefusal } from '@/lib/http/problems';
import type { Reader } from '@/lib/identity/reader';
import type { OutcomeFacts, RequestWithOutcome } from '@/lib/requests/describe-outcome';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { database, prepared } from '@/lib/server/database/client';
import { nameStatement } from '@/lib/server/database/visible-profiles';
import { personLabel } from '@/lib/server/database/person-label';
import { decisions, people, sendAttempts, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { type RequestRow, selectRequests, toSummary } from '@/lib/server/requests/select';

/** Reads requests by their ids, with the facts that tell their outcomes; gives them by id, without unknown ids. */
export async function readRequestsWithOutcomes(
  reader: Reader,
  ids: readonly string[],
): Promise<Map<string, RequestWithOutcome>> {
  if (ids.length === 0) return new Map();
  const wanted = [...new Set(ids)];
  const rows = await prepareRequests(reader).execute({ ids: wanted });
  const idsOf = (condition: (row: RequestRow) => boolean) => rows.filter(condition).map(({ request }) => request.id);
  const [rejections, details] = await Promise.all([
    readRejections(idsOf(({ request }) => request.state === 'REJECTED')),
    readSendDetails(idsOf(({ send }) => send !== null)),
  ]);
  return new Map(
    rows.map((row) => {
      const { id } = row.request;
      const summary = toSummary(row, reader);
      const outcome = toFacts(row, summary, { rejection: rejections.get(id), details: details.get(id) });
      return [id, { ...summary, outcome, note: row.version.note }];
    }),
  );
}

// Built and planned once: a search reads them at every pause in typing.
const prepareRequests = (reader: Reader) =>
  prepared(nameStatement(reader, 'requests_with_outcomes'), () =>
    selectRequests(reader).where(sql`${withdrawalRequests.id} = any(${sql.placeholder('ids')}::uuid[])`),
  );

type Rejection = NonNullable<OutcomeFacts['rejection']>;
type SendDetails = Pick<NonNullable<OutcomeFacts['send']>, 'isAmbiguous' | 'changedAt' | 'hold' | 'declineReason'>;

function toFacts(
  { request, isExpired, isBeforeRestore, send }: RequestRow,
  summary: RequestSummary,
  { rejection, details }: { rejection: Rejection | undefined; details: SendDetails | undefined },
): OutcomeFacts {
  const { state, requesterName, createdAt, expiresAt, approvals } = summary;
  return {
    state,
    requesterName,
    createdAt,
    expiresAt,
    isExpired,
    isBeforeRestore,
    approvals: { given: approvals.given, required: approvals.required },
    rejection: rejection ?? null,
    changedAt: request.updatedAt.toISOString(),
    // A send that was claimed, or cancelled, between the queries is told by the next reading.
    send: summary.send && details ? { ...summary.send, ...details, transferId: send?.transferId ?? null } : null,
  };
}

/** Reads the rejection of the current version of each request. */
async function readRejections(ids: string[]): Promise<Map<string, Rejection>> {
  if (ids.length === 0) return new Map();
  const rows = await database()
    .select({
      id: decisions.requestId,
      personName: personLabel(),
      at: decisions.decidedAt,
      reason: decisions.comment,
    })
    .from(decisions)
    .innerJoin(
      withdrawalRequests,
      and(eq(withdrawalRequests.id, decisions.requestId), eq(withdrawalRequests.version, decisions.version)),
    )
    .innerJoin(people, eq(people.id, decisions.personId))
    .where(and(inArray(decisions.requestId, ids), eq(decisions.verdict, 'REJECTED')));
  return new Map(rows.map(({ id, at, ...row }) => [id, { ...row, at: at.toISOString() }]));
}

/** Reads what each send says about its outcome, with the service's reason from the last attempt that it declined. */
async function readSendDetails(ids: string[]): Promise<Map<string, SendDetails>> {
  if (ids.length === 0) return new Map();
  const [rows, declines] = await Promise.all([
    database()
      .select({ id: sends.requestId, isAmbiguous: sends.isAmbiguous, at: sends.updatedAt, hold: sends.hold })
      .from(sends)
      .where(inArray(sends.requestId, ids)),
    database()
      .selectDistinctOn([sendAttempts.requestId], { id: sendAttempts.requestId, evidence: sendAttempts.evidence })
      .from(sendAttempts)
      .where(and(inArray(sendAttempts.requestId, ids), sql`${sendAttempts.reason} = 'refused'`))
      .orderBy(sendAttempts.requestId, desc(sendAttempts.fence)),
  ]);
  const reasons = new Map(
    declines.map(({ id, evidence }) => {
      const refusal = evidence?.problem && explainRefusal(evidence.problem);
      return [id, refusal ? [refusal.title, refusal.detail].filter(Boolean).join('. ') : null];
    }),
  );
  return new Map(
    rows.map(({ id, isAmbiguous, at, hold }) => [
      id,
      { isAmbiguous, changedAt: at.toISOString(), hold, declineReason: reasons.get(id) ?? null },
    ]),
  );
}
