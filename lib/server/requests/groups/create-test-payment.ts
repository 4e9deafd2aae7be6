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
  findMadeGroup,
  findTakenReferences,
  memberKey,
  saveGroup,
  savingGroup,
} from '@/lib/server/requests/groups/save';
import { findTransferWithReference } from '@/lib/server/mirror/find-by-reference';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import { checkRecipient } from '@/lib/server/requests/checks';
import type { CreateFailure } from '@/lib/requests/contract';
import { parseSubmission, createDenialReason } from '@/lib/server/requests/create';
import { planVersion, readPlanBasis, toStoredBytes } from '@/lib/server/requests/plan';
import { wake } from '@/lib/server/workers/loop';
import { submissionSchema } from '@/lib/withdrawals/form';
import { type Submission, toWithdrawalBody, type WithdrawalBody } from '@/lib/withdrawals/body';

/** What is asked for with a test first: the whole, as the policy sees it, and the two that it is sent as. */
interface Pair {
  submission: Submission;
  whole: WithdrawalBody;
  parts: [test: WithdrawalBody, remainder: WithdrawalBody];
}

/**
 * Saves a withdrawal as a small test and the remainder, which add up to it; takes what the browser sent, unchecked: a
 * form with a test amount. The policy is asked about the whole, so that splitting evades no limit. The same form gives
 * the same pair. Gives the id of the test's request, which goes first.
 */
export async function createTestPayment(input: unknown): Promise<Result<{ requestId: string }, CreateFailure>> {
  const requester = await authorize('makeWithdrawal', { limit: 'submit' });
  if (!requester.ok) return requester;
  const submission = parseSubmission(submissionSchema, input);
  if (!submission.ok) return submission;
  const whole = toWithdrawalBody(submission.value);
  const split = splitForTest(whole, submission.value.form.testAmount);
  if (!split.ok) return fail({ kind: 'invalid', issues: [split.error] });
  const pair: Pair = { submission: submission.value, whole, parts: [split.value.test, split.value.remainder] };
  const before = await findSubmitted(pair, requester.value.id);
  if (before) return before;
  const checks = await checkRecipient(submission.value.form, whole);
  if (!checks.ok) return checks;

  const made = await savingGroup((transaction) => savePair(transaction, pair, requester.value, checks.value));
  if (made?.ok) wake('send');
  // Somebody was faster with the same form or the same reference.
  return (
    made ?? (await findSubmitted(pair, requester.value.id)) ?? fail({ kind: 'reference-taken', refId: whole.ref_id })
  );
}

async function savePair(
  transaction: Transaction,
  { submission: { formKey, form }, whole, parts }: Pair,
  requester: Person,
  checks: RecipientChecks,
): Promise<Result<{ requestId: string }, CreateFailure>> {
  const denial = await createDenialReason(transaction, requester);
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
    // The remainder keeps the form's own key, so that the same form makes no single withdrawal beside the pair.
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

/** What a form or references that were used before led to; undefined where none was. */
async function findSubmitted(
  { submission: { formKey }, parts }: Pair,
  requesterId: string,
): Promise<Result<{ requestId: string }, CreateFailure> | undefined> {
  // The references first: a pair that is saved between the questions is then still recognised by its form.
  const taken = await findTakenReferences(parts.map(({ ref_id }) => ref_id));
  const made = await findMadeGroup(formKey);
  if (made?.requesterId === requesterId) {
    const requestId = made.requestIds[TEST_POSITION] ?? '';
    const sha256 = hashGroup(
      'pair',
      parts.map((body) => toStoredBytes(body).bodySha256),
    );
    return made.sha256 === sha256 ? ok({ requestId }) : fail({ kind: 'already-submitted', requestId });
  }
  const [single] = await database()
    .select({ requestId: requestVersions.requestId })
    .from(requestVersions)
    .where(eq(requestVersions.formKey, formKey));
  if (single && !made) return fail({ kind: 'already-submitted', requestId: single.requestId });
  const [refId] = taken;
  return refId === undefined && !made
    ? undefined
    : fail({ kind: 'reference-taken', refId: refId ?? parts[REMAINDER_POSITION].ref_id });
}
