import 'server-only';
import { createHash } from 'node:crypto';
import { eq, or } from 'drizzle-orm';
import { fail, ok, type Result } from '@/lib/result';
import { database, inTransaction } from '@/lib/server/database/client';
import { sends, withdrawalRequests } from '@/lib/server/database/schema';
import { authorize, type Denial } from '@/lib/server/people/authorize';
import { wakeSender } from '@/lib/server/sends/wake';
import { serializeWithdrawalBody, submissionSchema, toWithdrawalBody } from '@/lib/withdrawals';

/** Why a request was not saved. Nothing was saved and nothing was sent in any of these. */
export type MakeFailure =
  | Denial
  | { kind: 'invalid'; issues: { path: string; message: string }[] }
  | { kind: 'reference-taken'; refId: string }
  | { kind: 'already-submitted'; requestId: string };

/**
 * Saves a request for a withdrawal and hands it to the sender; takes what the browser sent, unchecked, and gives the
 * request's id. The same form gives the same request however often it comes (threats.md, "Double click"). The body is
 * built and hashed here, once; approval will stand between the two rows that are written.
 */
export async function makeRequest(input: unknown): Promise<Result<{ requestId: string }, MakeFailure>> {
  const maker = await authorize('makeWithdrawal');
  if (!maker.ok) return maker;
  const submission = submissionSchema.safeParse(input);
  if (!submission.success) {
    return fail({ kind: 'invalid', issues: submission.error.issues.map((issue) => ({ path: issue.path.slice(1).join('.'), message: issue.message })) });
  }
  const { formKey } = submission.data;
  const body = toWithdrawalBody(submission.data);
  const bytes = Buffer.from(serializeWithdrawalBody(body), 'utf8');
  const bodySha256 = createHash('sha256').update(bytes).digest('hex');

  const requestId = await inTransaction(async (transaction) => {
    const [saved] = await transaction
      .insert(withdrawalRequests)
      .values({ formKey, refId: body.ref_id, makerId: maker.value.id, state: 'APPROVED', body: bytes, bodySha256 })
      .onConflictDoNothing()
      .returning({ id: withdrawalRequests.id });
    if (saved) await transaction.insert(sends).values({ requestId: saved.id });
    return saved?.id;
  });
  if (requestId) {
    wakeSender();
    return ok({ requestId });
  }
  return explainConflict(formKey, body.ref_id, maker.value.id, bodySha256);
}

async function explainConflict(formKey: string, refId: string, makerId: string, bodySha256: string): Promise<Result<{ requestId: string }, MakeFailure>> {
  const existing = await database()
    .select({ id: withdrawalRequests.id, formKey: withdrawalRequests.formKey, makerId: withdrawalRequests.makerId, bodySha256: withdrawalRequests.bodySha256 })
    .from(withdrawalRequests)
    .where(or(eq(withdrawalRequests.formKey, formKey), eq(withdrawalRequests.refId, refId)));
  const sameForm = existing.find((request) => request.formKey === formKey && request.makerId === makerId);
  if (!sameForm) return fail({ kind: 'reference-taken', refId });
  return sameForm.bodySha256 === bodySha256 ? ok({ requestId: sameForm.id }) : fail({ kind: 'already-submitted', requestId: sameForm.id });
}
