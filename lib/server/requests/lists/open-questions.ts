import 'server-only';
import { isOpenQuestion } from '@/lib/server/requests/votes/conversation';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import type { OpenQuestion } from '@/lib/requests/open-question';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { requestComments } from '@/lib/server/database/schema/cases';
import { people } from '@/lib/server/database/schema/people';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { selectRequests, toSummary } from '@/lib/server/requests/select';

const MAX_QUESTIONS = 50;

/**
 * Lists the questions about requests of the reader that wait for approval: those about the current version that were
 * neither answered nor withdrawn, oldest first, at most 50.
 */
export async function listQuestionsToAnswer(): Promise<Result<OpenQuestion[], Denial>> {
  const reader = await authorize('makeWithdrawal', { limit: 'read' });
  if (!reader.ok) return reader;
  const isOpen = and(
    eq(requestComments.requestId, withdrawalRequests.id),
    eq(requestComments.version, withdrawalRequests.version),
    isOpenQuestion(),
  );
  const questions = await database()
    .select({
      id: requestComments.id,
      requestId: requestComments.requestId,
      personName: personLabel(),
      text: requestComments.body,
    })
    .from(withdrawalRequests)
    .innerJoin(requestComments, isOpen)
    .innerJoin(people, eq(people.id, requestComments.personId))
    .where(and(eq(withdrawalRequests.requesterId, reader.value.id), eq(withdrawalRequests.state, 'AWAITING_APPROVAL')))
    .orderBy(asc(requestComments.id))
    .limit(MAX_QUESTIONS);
  if (questions.length === 0) return ok([]);
  const rows = await selectRequests(reader.value).where(
    inArray(
      withdrawalRequests.id,
      questions.map(({ requestId }) => requestId),
    ),
  );
  const summaries = new Map(rows.map((row) => [row.request.id, toSummary(row, reader.value)]));
  // A request that the reader may no longer see has no summary.
  return ok(
    questions.flatMap(({ requestId, ...question }) => {
      const request = summaries.get(requestId);
      return request ? [{ ...question, request }] : [];
    }),
  );
}
