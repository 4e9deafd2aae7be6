import 'server-only';
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { findTransfersInAnyCase } from '@/lib/server/mirror/search/find-by-reference';
import { lockFiles } from '@/lib/server/attachments/bind';
import { selectAttachments } from '@/lib/server/attachments/read';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { buildBody } from '@/lib/server/requests/creation/build-body';
import { checkRecipient } from '@/lib/server/requests/checks/checks';
import { withVisibleProfile } from '@/lib/server/requests/checks/checks-reader';
import { lockFollowed } from '@/lib/server/requests/follow-ups';
import { findTakenReferences, hideOwner } from '@/lib/server/requests/creation/taken-reference';
import { planVersion, readPlanBasis, type VersionPlan } from '@/lib/server/requests/creation/plan';
import { submissionSchema } from '@/lib/withdrawals/form';
import { serializeWithdrawalBody, type WithdrawalBody, type WithdrawalForm } from '@/lib/withdrawals/body';
import { signatureSchema } from '@/lib/server/passkeys/decisions';
import type { CreateFailure } from '@/lib/requests/contract';
import {
  auditRefusal,
  parseSubmission,
  type Requester,
  saveRequests,
  signRequests,
  submitOnce,
} from '@/lib/server/requests/creation/creation';

/** Schema of a submission with the requester's signature, which the first call does not have yet. */
export const signedSubmissionSchema = submissionSchema.extend({ signature: signatureSchema.optional() });

/**
 * Creates a withdrawal request from unchecked input of the browser and gives its id. Submitting the same form again
 * gives the same request (docs/specification/threats.md#requests-and-approvals). The policy sets the required
 * approvals, at least one. `planVersion` makes the stored bytes and their hash.
 */
export async function createRequest(input: unknown): Promise<Result<{ requestId: string }, CreateFailure | Unsigned>> {
  const requester = await authorize('makeWithdrawal', { limit: 'submit' });
  return requester.ok ? createAs(requester.value, input) : requester;
}

/** Creates a withdrawal request on behalf of a signed-in person (`createRequest`). */
export async function createAs(
  requester: Person,
  input: unknown,
): Promise<Result<{ requestId: string }, CreateFailure | Unsigned>> {
  const submission = parseSubmission(signedSubmissionSchema, input);
  if (!submission.ok) return submission;
  const { formKey, form, followsId, attachmentIds = [], signature } = submission.value;
  const body = buildBody(submission.value);
  const submitted = await submitOnce<RecipientChecks, { requestId: string }, CreateFailure | Unsigned>({
    requester,
    findEarlier: () => findEarlierSubmission({ formKey, body, attachmentIds }, requester.id),
    // A form with a test amount belongs to createTestPayment: saved here, it would be sent whole, without the test.
    check: async () =>
      form.testAmount === ''
        ? checkRecipient(form, withVisibleProfile(requester, body))
        : fail({ kind: 'invalid', issues: [{ path: 'testAmount', message: NO_TEST_PAYMENT }] }),
    save: async (transaction, checks) => {
      const follows = await lockFollowed(requester, transaction, followsId);
      if (!follows.ok) return follows;
      const plan = await planForm(transaction, requester, { form, checks, whole: body, parts: [body] });
      if (!plan.ok) return plan;
      const files = await lockFiles(transaction, requester, attachmentIds);
      if (!files.ok) return files;
      const planned = { ...plan.value, attachments: files.value.list };
      const request = { formKey, body, plan: planned, note: form.note, attachmentIds };
      const requests = [request];
      const signed = await signRequests(transaction, requester, { requests, bundle: undefined, signature });
      if (!signed.ok) return signed;
      const saved = { requester, requests, follows: follows.value, signed: signed.value };
      const [requestId = ''] = await saveRequests(transaction, saved);
      return ok({ requestId });
    },
    explainConflict: () => ({ kind: 'reference-taken', refId: body.ref_id }),
  });
  return hideOwner(requester, submitted);
}

const NO_TEST_PAYMENT = 'The test payment was not part of the review. Review the withdrawal again.';

/** A checked form with the body that the policy sees and the bodies that are sent, each under its own reference. */
interface FormPlan {
  form: WithdrawalForm;
  checks: RecipientChecks;
  whole: WithdrawalBody;
  parts: readonly WithdrawalBody[];
  /** True for a planned payment, whose owner is not there to read a reason. */
  isPlanned?: boolean;
}

/** Applies the policy to a form, in the transaction that saves it. Fails first where a transfer has a reference;
 * records a refusal by the policy, or by too few approvers. */
export async function planForm(
  transaction: Transaction,
  requester: Requester,
  { form, checks, whole, parts, isPlanned = false }: FormPlan,
): Promise<Result<VersionPlan, CreateFailure>> {
  const references = parts.map(({ ref_id }) => ref_id);
  const [taken] = await findTransfersInAnyCase(transaction, references);
  if (taken) return fail({ kind: 'reference-taken', refId: taken[0], transferId: taken[1] });
  const basis = await readPlanBasis(transaction, [whole], { requesterId: requester.id, isSaving: true });
  const plan = await planVersion(basis, whole, { form, checks, submission: parts, isPlanned });
  if (!plan.ok) {
    const { kind, reason } = plan.error;
    await auditRefusal(transaction, requester, { after: { kind, body: whole }, reason });
  }
  return plan;
}

/**
 * Finds the outcome of an earlier submission with the same form or the same reference; undefined where there is none.
 */
async function findEarlierSubmission(
  { formKey, body, attachmentIds }: { formKey: string; body: WithdrawalBody; attachmentIds: readonly string[] },
  requesterId: string,
): Promise<Result<{ requestId: string }, CreateFailure> | undefined> {
  // The reference first: a request that is saved between the two queries is then still recognized by its form.
  const taken = await findTakenReferences([body.ref_id]);
  const [sameForm] = await database()
    .select({
      requestId: withdrawalRequests.id,
      requesterId: withdrawalRequests.requesterId,
      version: requestVersions.version,
      bodySha256: requestVersions.bodySha256,
    })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, requestVersions.requestId))
    .where(eq(requestVersions.formKey, formKey));
  if (sameForm?.requesterId === requesterId) {
    const bodySha256 = createHash('sha256').update(serializeWithdrawalBody(body)).digest('hex');
    const files = (await selectAttachments(database(), sameForm)).map(({ id }) => id);
    return sameForm.bodySha256 === bodySha256 && files.join() === attachmentIds.join()
      ? ok({ requestId: sameForm.requestId })
      : fail({ kind: 'already-submitted', requestId: sameForm.requestId });
  }
  return sameForm || taken.size > 0 ? fail({ kind: 'reference-taken', refId: body.ref_id }) : undefined;
}
