import 'server-only';
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { TransactionRollbackError } from 'drizzle-orm/errors';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import { fail, ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import { appendAudit } from '@/lib/server/database/append-audit';
import { database, inTransaction, type Transaction } from '@/lib/server/database/client';
import { requestVersions, sends, withdrawalRequests } from '@/lib/server/database/schema';
import { findTransferWithReference } from '@/lib/server/mirror/find-by-reference';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { checkRecipient } from '@/lib/server/requests/checks';
import { planVersion, readPlanBasis } from '@/lib/server/requests/plan';
import { settings } from '@/lib/server/config/settings';
import { wake } from '@/lib/server/workers/loop';
import { submissionSchema } from '@/lib/withdrawals/form';
import {
  serializeWithdrawalBody,
  type Submission,
  toWithdrawalBody,
  type WithdrawalBody,
} from '@/lib/withdrawals/body';
import type { CreateFailure } from '@/lib/requests/contract';

/**
 * Creates a withdrawal request from unchecked input of the browser and gives its id. Submitting the same form again
 * gives the same request (docs/specification/threats.md#requests-and-approvals). The body is serialized and hashed
 * here, once; the policy sets the required approvals, and a request that needs none goes to the sender at once.
 */
export async function createRequest(input: unknown): Promise<Result<{ requestId: string }, CreateFailure>> {
  const requester = await authorize('makeWithdrawal', { limit: 'submit' });
  if (!requester.ok) return requester;
  const submission = parseSubmission(submissionSchema, input);
  if (!submission.ok) return submission;
  const body = toWithdrawalBody(submission.value);
  const before = await findEarlierSubmission(submission.value.formKey, body, requester.value.id);
  if (before) return before;
  // A form with a test amount belongs to createTestPayment; the requester must not believe that a test goes first.
  if (submission.value.form.testAmount !== '')
    return fail({ kind: 'invalid', issues: [{ path: 'testAmount', message: NO_TEST_PAYMENT }] });
  const checks = await checkRecipient(submission.value.form, body);
  if (!checks.ok) return checks;

  const created = await inTransaction((transaction) =>
    saveRequest(transaction, submission.value, body, { requester: requester.value, checks: checks.value }),
  ).catch((error: unknown) => {
    if (error instanceof TransactionRollbackError) return undefined;
    throw error;
  });
  if (created?.ok) wake('send');
  // Rolled back: another call created a request with the same form or the same reference first.
  return (
    created ??
    (await findEarlierSubmission(submission.value.formKey, body, requester.value.id)) ??
    fail({ kind: 'reference-taken', refId: body.ref_id })
  );
}

const NO_TEST_PAYMENT = 'The test payment was not part of the review. Review the withdrawal again.';

async function saveRequest(
  transaction: Transaction,
  { formKey, form }: Submission,
  body: WithdrawalBody,
  { requester, checks }: { requester: Person; checks: RecipientChecks },
): Promise<Result<{ requestId: string }, CreateFailure>> {
  const actor = { id: requester.id, name: requester.name };
  const denial = await findCreateDenial(transaction, requester);
  if (denial) return fail(denial);
  const transferId = await findTransferWithReference(transaction, body.ref_id);
  if (transferId !== undefined) return fail({ kind: 'reference-taken', refId: body.ref_id, transferId });
  const { note } = form;
  const plan = planVersion(await readPlanBasis(transaction, [body], requester.id), body, { form, checks });
  if (!plan.ok) {
    const { kind, reason } = plan.error;
    await appendAudit(transaction, {
      action: 'request.refused',
      actor,
      subject: `person:${requester.id}`,
      origin: requester.origin,
      after: { kind, body },
      reason,
    });
    return plan;
  }
  const state = plan.value.requiredApprovals === 0 ? 'APPROVED' : 'AWAITING_APPROVAL';
  const [saved] = await transaction
    .insert(withdrawalRequests)
    .values({ refId: body.ref_id, requesterId: requester.id, state, expiresAt: expiresAt() })
    .onConflictDoNothing()
    .returning({ id: withdrawalRequests.id });
  if (!saved) transaction.rollback();
  const requestId = saved.id;
  const versions = await transaction
    .insert(requestVersions)
    .values({ ...plan.value, requestId, version: 1, formKey, note })
    .onConflictDoNothing()
    .returning({ version: requestVersions.version });
  if (versions.length === 0) transaction.rollback();
  if (state === 'APPROVED') await transaction.insert(sends).values({ requestId });
  const { bodySha256, policyVersion, ruleNumber, requiredApprovals } = plan.value;
  await appendAudit(transaction, {
    action: 'request.made',
    actor,
    subject: `request:${requestId}`,
    origin: requester.origin,
    after: { state, version: 1, body, bodySha256, note, policyVersion, ruleNumber, requiredApprovals },
  });
  return ok({ requestId });
}

/** Checks again, inside the transaction that saves, that this person can make withdrawals; undefined where they can. */
export async function findCreateDenial(transaction: Transaction, person: Person): Promise<Denial | undefined> {
  const session = await lockSession(transaction, person, 0);
  if (!session) return { kind: 'signed-out' };
  const reason = denialReason('makeWithdrawal', session.roles);
  return reason === undefined ? undefined : { kind: 'forbidden', reason };
}

/** Gives the SQL for the time until which a request made now can be decided. */
export function expiresAt() {
  return sql`now() + make_interval(mins => ${settings().APPROVAL_EXPIRY_MINUTES})`;
}

/** Parses unchecked input with a schema whose first level holds the form; issue paths are relative to the form. */
export function parseSubmission<Value>(
  schema: {
    safeParse: (
      input: unknown,
    ) =>
      | { success: true; data: Value }
      | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
  },
  input: unknown,
): Result<Value, Extract<CreateFailure, { kind: 'invalid' }>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return ok(parsed.data);
  return fail({
    kind: 'invalid',
    issues: parsed.error.issues.map(({ path, message }) => ({ path: path.slice(1).join('.'), message })),
  });
}

/**
 * Finds the outcome of an earlier submission with the same form or the same reference; undefined where there is none.
 */
async function findEarlierSubmission(
  formKey: string,
  body: WithdrawalBody,
  requesterId: string,
): Promise<Result<{ requestId: string }, CreateFailure> | undefined> {
  // The reference first: a request that is saved between the two queries is then still recognized by its form.
  const [sameReference] = await database()
    .select({ id: withdrawalRequests.id })
    .from(withdrawalRequests)
    .where(eq(withdrawalRequests.refId, body.ref_id));
  const [sameForm] = await database()
    .select({
      requestId: withdrawalRequests.id,
      requesterId: withdrawalRequests.requesterId,
      bodySha256: requestVersions.bodySha256,
    })
    .from(requestVersions)
    .innerJoin(withdrawalRequests, eq(withdrawalRequests.id, requestVersions.requestId))
    .where(eq(requestVersions.formKey, formKey));
  if (sameForm?.requesterId === requesterId) {
    const bodySha256 = createHash('sha256').update(serializeWithdrawalBody(body)).digest('hex');
    return sameForm.bodySha256 === bodySha256
      ? ok({ requestId: sameForm.requestId })
      : fail({ kind: 'already-submitted', requestId: sameForm.requestId });
  }
  return sameForm || sameReference ? fail({ kind: 'reference-taken', refId: body.ref_id }) : undefined;
}
