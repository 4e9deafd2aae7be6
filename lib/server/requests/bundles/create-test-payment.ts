import 'server-only';
import { buildBody } from '@/lib/server/requests/creation/build-body';
import { findTakenReferences, hideOwner } from '@/lib/server/requests/creation/taken-reference';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/bundles/bundles';
import { splitForTest } from '@/lib/withdrawals/test-payment';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { database, type Transaction } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { hashBundle } from '@/lib/server/requests/load-bundle';
import { findBundleByKey, memberKey, saveBundle } from '@/lib/server/requests/bundles/save';
import { lockFiles } from '@/lib/server/attachments/bind';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { checkRecipient } from '@/lib/server/requests/checks/checks';
import { withVisibleProfile } from '@/lib/server/requests/checks/checks-reader';
import type { CreateFailure } from '@/lib/requests/contract';
import { lockFollowed } from '@/lib/server/requests/follow-ups';
import { toStoredBytes } from '@/lib/server/requests/creation/plan';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { parseSubmission, submitOnce } from '@/lib/server/requests/creation/creation';
import { planForm, signedSubmissionSchema } from '@/lib/server/requests/creation/create';

/** A withdrawal that is sent in two parts; the policy sees the whole. */
interface TestPayment {
  submission: z.infer<typeof signedSubmissionSchema>;
  whole: WithdrawalBody;
  parts: [test: WithdrawalBody, remainder: WithdrawalBody];
}

/**
 * Creates a withdrawal as a small test payment and its remainder, which add up to the requested amount. Takes an
 * unchecked form with a test amount and gives the id of the test payment. The policy is applied to the whole, so that
 * splitting evades no limit; submitting the same form again gives the same two requests.
 */
export async function createTestPayment(
  input: unknown,
): Promise<Result<{ requestId: string }, CreateFailure | Unsigned>> {
  const requester = await authorize('makeWithdrawal', { limit: 'submit' });
  if (!requester.ok) return requester;
  const submission = parseSubmission(signedSubmissionSchema, input);
  if (!submission.ok) return submission;
  const whole = buildBody(submission.value);
  const split = splitForTest(whole, submission.value.form.testAmount);
  if (!split.ok) return fail({ kind: 'invalid', issues: [split.error] });
  const testPayment: TestPayment = {
    submission: submission.value,
    whole,
    parts: [split.value.test, split.value.remainder],
  };
  const submitted = await submitOnce<RecipientChecks, { requestId: string }, CreateFailure | Unsigned>({
    requester: requester.value,
    findEarlier: () => findEarlierSubmission(testPayment, requester.value.id),
    check: () => checkRecipient(submission.value.form, withVisibleProfile(requester.value, whole)),
    save: (transaction, checks) => saveTestPayment(transaction, testPayment, requester.value, checks),
    explainConflict: () => ({ kind: 'reference-taken', refId: whole.ref_id }),
  });
  return hideOwner(requester.value, submitted);
}

async function saveTestPayment(
  transaction: Transaction,
  { submission: { formKey, form, followsId, attachmentIds = [], signature }, whole, parts }: TestPayment,
  requester: Person,
  checks: RecipientChecks,
): Promise<Result<{ requestId: string }, CreateFailure | Unsigned>> {
  const follows = await lockFollowed(requester, transaction, followsId);
  if (!follows.ok) return follows;
  const plan = await planForm(transaction, requester, { form, checks, whole, parts });
  if (!plan.ok) return plan;
  const files = await lockFiles(transaction, requester, attachmentIds);
  if (!files.ok) return files;
  const members = parts.map((body, position) => ({
    // The remainder has the form's own key, so that the same form cannot also create a single withdrawal.
    formKey: position === REMAINDER_POSITION ? formKey : memberKey(formKey, position),
    body,
    plan: { ...plan.value, ...toStoredBytes(body), attachments: files.value.list },
    note: form.note,
    attachmentIds,
  }));
  const bundle = { kind: 'test-payment', name: '', bundleKey: formKey } as const;
  const saved = await saveBundle(transaction, { ...bundle, requester, members, follows: follows.value, signature });
  return saved.ok ? ok({ requestId: saved.value.requestIds[TEST_POSITION] ?? '' }) : saved;
}

/** Finds the outcome of an earlier submission with the same form or references; undefined where there is none. */
async function findEarlierSubmission(
  { submission: { formKey }, parts }: TestPayment,
  requesterId: string,
): Promise<Result<{ requestId: string }, CreateFailure> | undefined> {
  // The references first: a test payment saved between the two queries is then still recognized by its form.
  const taken = await findTakenReferences(parts.map(({ ref_id }) => ref_id));
  const earlier = await findBundleByKey(formKey);
  if (earlier?.requesterId === requesterId) {
    const requestId = earlier.requestIds[TEST_POSITION] ?? '';
    const sha256 = hashBundle(
      'test-payment',
      parts.map((body) => toStoredBytes(body).bodySha256),
    );
    return earlier.sha256 === sha256 ? ok({ requestId }) : fail({ kind: 'already-submitted', requestId });
  }
  const [single] = await database()
    .select({ requestId: requestVersions.requestId, requesterId: withdrawalRequests.requesterId })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, requestVersions.requestId))
    .where(eq(requestVersions.formKey, formKey));
  if (single?.requesterId === requesterId && !earlier)
    return fail({ kind: 'already-submitted', requestId: single.requestId });
  const [refId] = taken;
  return refId === undefined && !earlier && !single
    ? undefined
    : fail({ kind: 'reference-taken', refId: refId ?? parts[REMAINDER_POSITION].ref_id });
}
