import 'server-only';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { AttemptView, RequestSummary, RequestView } from '@/lib/requests';
import { fail, ok, type Result } from '@/lib/result';
import { type AttemptEvidence, explainAttempt } from '@/lib/send-words';
import { database } from '@/lib/server/database/client';
import { people, sendAttempts, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { authorize, type Denial } from '@/lib/server/people/authorize';
import type { Person } from '@/lib/server/people/sessions';
import { decodeTransfer } from '@/lib/transfer-records';
import type { WithdrawalBody } from '@/lib/withdrawals';

const LIST_LIMIT = 200;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The newest requests, at most 200: all, or only those of the reader. */
export async function listRequests(which: 'mine' | 'all'): Promise<Result<RequestSummary[], Denial>> {
  const reader = await authorize('readWithdrawals');
  if (!reader.ok) return reader;
  const rows = await selectRequests()
    .where(which === 'mine' ? eq(withdrawalRequests.makerId, reader.value.id) : undefined)
    .orderBy(desc(withdrawalRequests.createdAt), desc(withdrawalRequests.id))
    .limit(LIST_LIMIT);
  return ok(rows.map((row) => toSummary(row, reader.value)));
}

/** One request with its attempts and its transfer as last seen. */
export async function readRequest(id: string): Promise<Result<RequestView, Denial | { kind: 'not-found' }>> {
  const reader = await authorize('readWithdrawals');
  if (!reader.ok) return reader;
  const [row] = UUID.test(id) ? await selectRequests().where(eq(withdrawalRequests.id, id)) : [];
  if (!row) return fail({ kind: 'not-found' });
  const attempts = await database()
    .select()
    .from(sendAttempts)
    .where(and(eq(sendAttempts.requestId, id)))
    .orderBy(asc(sendAttempts.startedAt));
  const transfer = row.send?.transfer ? decodeTransfer(row.send.transfer) : null;
  return ok({
    ...toSummary(row, reader.value),
    bodySha256: row.request.bodySha256,
    bytes: row.request.body.toString('utf8'),
    attempts: attempts.map(toAttemptView),
    nextAt: row.send?.state === 'QUEUED' ? row.send.nextAt.toISOString() : null,
    transferId: row.send?.transferId ?? null,
    transfer: transfer?.id ? transfer : null,
    transferSeenAt: row.send?.transferSeenAt?.toISOString() ?? null,
  });
}

function selectRequests() {
  return database()
    .select({ request: withdrawalRequests, makerName: people.name, send: sends })
    .from(withdrawalRequests)
    .innerJoin(people, eq(people.id, withdrawalRequests.makerId))
    .leftJoin(sends, eq(sends.requestId, withdrawalRequests.id))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selectRequests>>[number];

function toSummary({ request, makerName, send }: Row, reader: Person): RequestSummary {
  return {
    id: request.id,
    refId: request.refId,
    state: request.state,
    makerName,
    isMine: request.makerId === reader.id,
    createdAt: request.createdAt.toISOString(),
    body: JSON.parse(request.body.toString('utf8')) as WithdrawalBody,
    send: send && { state: send.state, transferStatus: send.transferStatus },
  };
}

function toAttemptView(attempt: typeof sendAttempts.$inferSelect, index: number): AttemptView {
  const reason = attempt.reason as AttemptEvidence['reason'] | null;
  return {
    number: index + 1,
    startedAt: attempt.startedAt.toISOString(),
    endedAt: attempt.endedAt?.toISOString() ?? null,
    reason,
    explanation: reason && explainAttempt({ ...(attempt.evidence as Partial<AttemptEvidence> | null), reason }),
  };
}
