import 'server-only';
import { eq } from 'drizzle-orm';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/groups';
import { splitForTest } from '@/lib/withdrawals/test-payment';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { fail, ok, type Result } from '@/lib/result';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, type Transaction } from '@/lib/server/database/client';
import { requestVersions } from '@/lib/server/database/schema';
import { hashGroup } from '@/lib/server/requests/groups/load';
import {
  findGroupByKey,
  findTakenReferences,
  memberKey,
  saveGroup,
  tryGroupTransaction,
} from '@/lib/server/requests/groups/save';
import { findTransferWithReference } from '@/lib/server/mirror/find-by-reference';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { checkRecipient } from '@/lib/server/requests/checks';
import type { CreateFailure } from '@/lib/requests/contract';
import { parseSubmission, findCreateDenial } from '@/lib/server/requests/create';
import { planVersion, readPlanBasis, toStoredBytes } from '@/lib/server/requests/plan';
import { wake } from '@/lib/server/workers/loop';
import { submissionSchema } from '@/lib/withdrawals/form';
import { type Submission, toWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

/** A withdrawal that is sent in two parts; the policy sees the whole. */
interface TestPayment {
  submission: Submission;
  whole: WithdrawalBody;
  parts: [test: WithdrawalBody, remainder: WithdrawalBody];
}

/**
 * Creates a withdrawal as a small test payment and its remainder, which add up to the requested amount. Takes an
 * unchecked form with a test amount and gives the id of the test payment. The policy is applied to the whole, so that
 * splitting evades no limit; submitting the same form again gives the same two requests.
 */
export async function createTestPayment(input: unknown): Promise<Result<{ requestId: string }, CreateFailure>> {
  const requester = await authorize('makeWithdrawal', { limit: 'submit' });
  if (!requester.ok) return requester;
  const submission = parseSubmission(submissionSchema, input);
  if (!submission.ok) return submission;
  const whole = toWithdrawalBody(submission.value);
  const split = splitForTest(whole, submission.value.form.testAmount);
  if (!split.ok) return fail({ kind: 'invalid', issues: [split.error] });
  const testPayment: TestPayment = {
    submission: submission.value,
    whole,
    parts: [split.value.test, split.value.remainder],
  };
  const before = await findEarlierSubmission(testPayment, requester.value.id);
  if (before) return before;
  const checks = await checkRecipient(submission.value.form, whole);
  if (!checks.ok) return checks;

  const created = await tryGroupTransaction((transaction) =>
    saveTestPayment(transaction, testPayment, requester.value, checks.value),
  );
  if (created?.ok) wake('send');
  // Rolled back: another call used the same form or the same reference.
  return (
    created ??
    (await findEarlierSubmission(testPayment, requester.value.id)) ??
    fail({ kind: 'reference-taken', refId: whole.ref_id })
  );
}

async function saveTestPayment(
  transaction: Transaction,
  { submission: { formKey, form }, whole, parts }: TestPayment,
  requester: Person,
  checks: RecipientChecks,
): Promise<Result<{ requestId: string }, CreateFailure>> {
  const denial = await findCreateDenial(transaction, requester);
  if (denial) return fail(denial);
  for (const { ref_id: refId } of parts) {
    const transferId = await findTransferWithReference(transaction, refId);
    if (transferId !== undefined) return fail({ kind: 'reference-taken', refId, transferId });
  }
  const plan = planVersion(await readPlanBasis(transaction, [whole], requester.id), whole, { form, checks });
  if (!plan.ok) {
    const { kind, reason } = plan.error;
    const entry = {
      actor: { id: requester.id, name: requester.name },
      subject: `person:${requester.id}`,
      origin: requester.origin,
      after: { kind, body: whole },
    };
    await appendAudit(transaction, { action: 'request.refused', ...entry, reason });
    return plan;
  }
  const members = parts.map((body, position) => ({
    // The remainder has the form's own key, so that the same form cannot also create a single withdrawal.
    formKey: position === REMAINDER_POSITION ? formKey : memberKey(formKey, position),
    body,
    plan: { ...plan.value, ...toStoredBytes(body) },
    note: form.note,
  }));
  const { requestIds } = await saveGroup(transaction, {
    kind: 'pair',
    name: '',
    groupKey: formKey,
    requester,
    members,
  });
  return ok({ requestId: requestIds[TEST_POSITION] ?? '' });
}

/** Finds the outcome of an earlier submission with the same form or references; undefined where there is none. */
async function findEarlierSubmission(
  { submission: { formKey }, parts }: TestPayment,
  requesterId: string,
): Promise<Result<{ requestId: string }, CreateFailure> | undefined> {
  // The references first: a test payment saved between the two queries is then still recognized by its form.
  const taken = await findTakenReferences(parts.map(({ ref_id }) => ref_id));
  const earlier = await findGroupByKey(formKey);
  if (earlier?.requesterId === requesterId) {
    const requestId = earlier.requestIds[TEST_POSITION] ?? '';
    const sha256 = hashGroup(
      'pair',
      parts.map((body) => toStoredBytes(body).bodySha256),
    );
    return earlier.sha256 === sha256 ? ok({ requestId }) : fail({ kind: 'already-submitted', requestId });
  }
  const [single] = await database()
    .select({ requestId: requestVersions.requestId })
    .from(requestVersions)
    .where(eq(requestVersions.formKey, formKey));
  if (single && !earlier) return fail({ kind: 'already-submitted', requestId: single.requestId });
  const [refId] = taken;
  return refId === undefined && !earlier
    ? undefined
    : fail({ kind: 'reference-taken', refId: refId ?? parts[REMAINDER_POSITION].ref_id });
}
