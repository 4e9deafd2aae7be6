import 'server-only';
import { and, asc, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { denialReason } from '@/lib/identity/roles';
import type { Reader } from '@/lib/identity/reader';
import type { AuditAction } from '@/lib/audit/audit-log';
import {
  askDenialReason,
  type CommentKind,
  type Conversation,
  findMentioned,
  listOpenQuestions,
  MAX_COMMENTS,
  questionBlockReason,
  type Remark,
  type RemarkFailure,
  remarkSchema,
} from '@/lib/requests/conversation';
import { type CastVote, countApprovals } from '@/lib/requests/votes';
import type { Decidable } from '@/lib/requests/decisions';
import { atLeastOne } from '@/lib/policy/rules';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudit } from '@/lib/server/database/append-audit';
import { requestComments } from '@/lib/server/database/schema/cases';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { type LockedRequest, lockRequest } from '@/lib/server/requests/load';
import { voteLimits } from '@/lib/server/requests/vote-facts';

const ACTIONS: Record<CommentKind, AuditAction> = {
  COMMENT: 'request.commented',
  QUESTION: 'request.asked',
  ANSWER: 'request.answered',
  WITHDRAWN: 'request.question-withdrawn',
};

/**
 * Adds a comment, question or answer to a request, or withdraws a question; takes unchecked input. Nothing that was
 * said ever changes. Changes no state: an open question only keeps the last approval out.
 */
export async function discussRequest(input: unknown): Promise<Result<null, RemarkFailure>> {
  const given = remarkSchema.safeParse(input);
  const capability = given.data?.kind === 'QUESTION' ? 'decideOnWithdrawals' : 'discussWithdrawals';
  const person = await authorize(capability, { limit: 'submit' });
  if (!person.ok) return person;
  if (!given.success)
    return fail({ kind: 'invalid', reason: given.error.issues[0]?.message ?? 'The console could not read this.' });
  return inTransaction((transaction) => discussIn(transaction, person.value, given.data));
}

async function discussIn(
  transaction: Transaction,
  person: Person,
  remark: Remark,
): Promise<Result<null, RemarkFailure>> {
  const session = await lockSession(transaction, person, 0);
  if (!session) return fail({ kind: 'signed-out' });
  const found = await lockRequest(transaction, person, remark.requestId);
  if (!found) return fail({ kind: 'not-found' });
  const { request } = found;
  if (request.version !== remark.version)
    return fail({ kind: 'changed', reason: 'The request was changed after you opened it. Read it again first.' });
  const comments = await selectComments(transaction, [request.id]);
  const reason = findRemarkDenial(person, remark, { found, comments });
  if (reason !== undefined) return fail({ kind: 'not-now', reason });
  const { kind } = remark;
  const body = 'body' in remark ? remark.body : '';
  const questionId = 'questionId' in remark ? remark.questionId : null;
  const [added] = await transaction
    .insert(requestComments)
    .values({ requestId: request.id, version: request.version, personId: person.id, kind, questionId, body })
    .returning({ id: requestComments.id });
  const tell = await listToTell(transaction, { found, comments, questionId, body });
  await appendAudit(transaction, {
    action: ACTIONS[kind],
    ...actedBy(person),
    subject: `request:${request.id}`,
    after: { commentId: added?.id, version: request.version, ...(questionId !== null && { questionId }), body, tell },
  });
  return ok(null);
}

type Comment = Awaited<ReturnType<typeof selectComments>>[number];

interface Discussed {
  found: LockedRequest;
  comments: readonly Comment[];
}

function findRemarkDenial(person: Person, remark: Remark, { found, comments }: Discussed): string | undefined {
  if (comments.length >= MAX_COMMENTS) return `This request has ${MAX_COMMENTS} comments, and takes no more.`;
  if (remark.kind === 'QUESTION') return askDenialReason(found.decidable, person.id);
  if (remark.kind === 'COMMENT') return undefined;
  const question = listOpenQuestions(comments, found.request.version).find(({ id }) => id === remark.questionId);
  if (!question) return 'This question was answered or withdrawn already, or is about an earlier version.';
  const isOwn = question.personId === person.id;
  if (remark.kind === 'WITHDRAWN') return isOwn ? undefined : 'Only the person who asked can withdraw the question.';
  return isOwn ? 'You asked this question. Withdraw it, or let another person answer.' : undefined;
}

/**
 * Lists who is notified: the requester, who voted on this version, who asked, everybody in it so far, and those
 * mentioned.
 */
async function listToTell(
  transaction: Transaction,
  { found: { request, votes }, comments, questionId, body }: Discussed & { questionId: number | null; body: string },
): Promise<string[]> {
  const known = await transaction.select({ id: people.id, name: people.name }).from(people);
  const asker = comments.find(({ id }) => id === questionId)?.personId;
  return [
    ...new Set([
      request.requesterId,
      ...votes.filter(({ version }) => version === request.version).map(({ personId }) => personId),
      ...(asker === undefined ? [] : [asker]),
      ...comments.filter(({ version }) => version === request.version).map(({ personId }) => personId),
      ...findMentioned(body, known).map(({ id }) => id),
    ]),
  ];
}

function selectComments(from: Pick<Transaction, 'select'>, requestIds: readonly string[]) {
  return from
    .select({
      id: requestComments.id,
      requestId: requestComments.requestId,
      version: requestComments.version,
      personId: requestComments.personId,
      personName: personLabel(),
      kind: requestComments.kind,
      questionId: requestComments.questionId,
      body: requestComments.body,
      at: requestComments.at,
    })
    .from(requestComments)
    .innerJoin(people, eq(people.id, requestComments.personId))
    .where(inArray(requestComments.requestId, [...requestIds]))
    .orderBy(asc(requestComments.id));
}

/** A request whose votes and open questions decide whether another approval may be cast. */
type Judged = Decidable & { id: string; votes: readonly CastVote[] };

/** Reads the conversation on a request that the reader may see. */
export async function readConversation(reader: Reader, request: Judged): Promise<Conversation> {
  const comments = await selectComments(database(), [request.id]);
  const blocking = findBlockingQuestion(request, comments, reader.id);
  return {
    comments: comments.map(({ id, kind, version, personId, personName, questionId, body, at }) => ({
      id,
      kind,
      version,
      personName,
      isReader: personId === reader.id,
      questionId,
      body,
      at: at.toISOString(),
    })),
    openQuestionIds: listOpenQuestions(comments, request.version).map(({ id }) => id),
    denialReason: denialReason('discussWithdrawals', reader.roles) ?? null,
    askDenialReason: denialReason('decideOnWithdrawals', reader.roles) ?? askDenialReason(request, reader.id) ?? null,
    approveBlockReason: blocking ?? null,
  };
}

/**
 * Finds the reasons why requests cannot get an approval of this person now, by request: it would be the last one, and a
 * question is open. The caller holds the locks, or only shows the reason.
 */
export async function findQuestionBlocks(
  from: Pick<Transaction, 'select'>,
  requests: readonly Judged[],
  personId: string | undefined,
): Promise<Map<string, string>> {
  if (requests.length === 0) return new Map();
  const comments = await selectComments(
    from,
    requests.map(({ id }) => id),
  );
  return new Map(
    requests.flatMap((request) => {
      const reason = findBlockingQuestion(
        request,
        comments.filter(({ requestId }) => requestId === request.id),
        personId,
      );
      return reason === undefined ? [] : [[request.id, reason] as const];
    }),
  );
}

function findBlockingQuestion(
  request: Judged,
  comments: readonly Comment[],
  personId: string | undefined,
): string | undefined {
  const [question] = listOpenQuestions(comments, request.version);
  if (!question || request.state !== 'AWAITING_APPROVAL') return undefined;
  const isLast = countApprovals(request, voteLimits()) + 1 >= atLeastOne(request.requiredApprovals);
  return isLast ? questionBlockReason(question.personName, question.personId === personId) : undefined;
}

/** Matches the questions that were neither answered nor withdrawn; as `listOpenQuestions`. */
export function isOpenQuestion(): SQL | undefined {
  const ending = alias(requestComments, 'ending');
  const end = database()
    .select({ one: sql`1` })
    .from(ending)
    .where(eq(ending.questionId, requestComments.id));
  return and(eq(requestComments.kind, 'QUESTION'), notExists(end));
}

/** Finds the requests that have an open question about these versions. */
export async function findAsked(
  from: Pick<Transaction, 'select'>,
  versions: readonly { requestId: string; version: number }[],
): Promise<Set<string>> {
  if (versions.length === 0) return new Set();
  const { requestId, version } = requestComments;
  const ids = versions.map((one) => one.requestId);
  const open = await from
    .select({ requestId, version })
    .from(requestComments)
    .where(and(inArray(requestId, ids), isOpenQuestion()));
  const asked = new Set(open.map((one) => `${one.requestId} ${one.version}`));
  return new Set(ids.filter((id, index) => asked.has(`${id} ${versions[index]?.version}`)));
}
