import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { StoredFile } from '@/lib/attachments/contract';
import { requestDenialReason } from '@/lib/requests/decisions';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { Unsigned } from '@/lib/passkeys/contract';
import { fail, ok, type Result } from '@/lib/result';
import { actedBy, appendAudit, auditRefused } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { requestVersions, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { findTransferWithReference } from '@/lib/server/mirror/search/find-by-reference';
import { describeFiles, lockFiles, saveFiles } from '@/lib/server/attachments/bind';
import { selectAttachments } from '@/lib/server/attachments/read';
import { authorize } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';
import type { AmendFailure, DecisionFailure } from '@/lib/requests/contract';
import { buildBody } from '@/lib/server/requests/creation/build-body';
import { readSheetAmounts } from '@/lib/server/requests/checks/sheet-amounts';
import { checkRecipient } from '@/lib/server/requests/checks/checks';
import { withVisibleProfile } from '@/lib/server/requests/checks/checks-reader';
import { hideOwner } from '@/lib/server/requests/creation/taken-reference';
import { lockRequest } from '@/lib/server/requests/load';
import { planVersion, readPlanBasis } from '@/lib/server/requests/creation/plan';
import { amendmentSchema } from '@/lib/withdrawals/form';
import { parseWithdrawalBody, toWithdrawalForm, type WithdrawalForm } from '@/lib/withdrawals/body';
import type { z } from 'zod';
import { expiresAt, expiryFromNow, findCreateDenial, parseSubmission } from '@/lib/server/requests/creation/creation';
import { signCreation } from '@/lib/server/requests/signing/statements';
import { signatureSchema } from '@/lib/server/passkeys/decisions';
import { requestSignatures } from '@/lib/server/database/schema/proofs';

const signedAmendmentSchema = amendmentSchema.extend({ signature: signatureSchema.optional() });
type Amendment = z.infer<typeof signedAmendmentSchema>;

/** A request as a form, with the version that a change is based on. */
export interface Amendable {
  requestId: string;
  version: number;
  refId: string;
  form: WithdrawalForm;
  files: StoredFile[];
  /** Number of approvals of that version, which a change makes void. */
  approvals: number;
}

/** Reads a request as a form, for its requester to change. */
export async function readAmendable(id: string): Promise<Result<Amendable, DecisionFailure>> {
  const person = await authorize('makeWithdrawal');
  if (!person.ok) return person;
  return inTransaction(async (transaction) => {
    const found = await lockRequest(transaction, person.value, id);
    // A missing request and someone else's request give the same answer
    // (docs/specification/threats.md#sessions-and-access).
    if (!found || found.request.requesterId !== person.value.id) return fail({ kind: 'not-found' });
    const denialReason = requestDenialReason('amend', found.decidable, person.value);
    if (denialReason !== undefined) return fail({ kind: 'not-now', reason: denialReason });
    const { request, version } = found;
    return ok({
      requestId: request.id,
      version: request.version,
      refId: request.refId,
      form: {
        ...toWithdrawalForm(parseWithdrawalBody(version.body), version.note),
        addressEntry: version.addressEntry ?? 'repeat',
        recipientId: version.recipientId ?? '',
      },
      files: await selectAttachments(transaction, { requestId: request.id, version: request.version }),
      approvals: found.decidable.votes.filter(
        (vote) => vote.version === request.version && vote.verdict === 'APPROVED' && vote.facts?.isWithdrawn !== true,
      ).length,
    });
  });
}

/**
 * Changes a request of the signed-in person by adding a version: new bytes, a new hash, no approvals, the policy
 * applied again, and the same reference (docs/specification/send-protocol.md#identity-and-bytes). Takes unchecked input
 * from the browser; submitting the same form twice adds one version.
 */
export async function amendRequest(input: unknown): Promise<Result<{ requestId: string }, AmendFailure | Unsigned>> {
  const person = await authorize('makeWithdrawal', { limit: 'submit' });
  return person.ok ? amendAs(person.value, input) : person;
}

/** Changes a request on behalf of a signed-in person (`amendRequest`). */
export async function amendAs(
  person: Person,
  input: unknown,
): Promise<Result<{ requestId: string }, AmendFailure | Unsigned>> {
  const amendment = parseSubmission(signedAmendmentSchema, input);
  if (!amendment.ok) return amendment;
  const { requestId, formKey, form } = amendment.value;
  // An existing request takes no test payment, and the requester must not believe that it does.
  if (form.testAmount !== '')
    return fail({
      kind: 'invalid',
      issues: [
        {
          path: 'testAmount',
          message: 'You cannot add a test payment to an existing request. Cancel the request and make a new one.',
        },
      ],
    });
  const body = withVisibleProfile(person, buildBody({ formKey, form }));
  const checks = await checkRecipient(form, body, {
    exceptIds: [requestId],
    sheet: await readSheetAmounts(person, requestId, body),
  });
  if (!checks.ok) return checks;
  const outcome = await inTransaction(
    async (transaction): Promise<Result<{ requestId: string }, AmendFailure | Unsigned>> => {
      const amended = await amendIn(transaction, person, amendment.value, checks.value);
      const subject = `request:${requestId}`;
      if (!amended.ok) return auditRefused(transaction, person, amended, { subject });
      if (amended.value)
        await appendAudit(transaction, { action: 'request.amended', ...actedBy(person), subject, ...amended.value });
      return ok({ requestId });
    },
  );
  return hideOwner(person, outcome);
}

/** Gives the states before and after for the audit log; undefined where this form has already made its version. */
async function amendIn(
  transaction: Transaction,
  person: Person,
  { requestId, basedOnVersion, formKey, form, attachmentIds, signature }: Amendment,
  checks: RecipientChecks,
): Promise<Result<{ before: unknown; after: unknown } | undefined, AmendFailure | Unsigned>> {
  const denial = await findCreateDenial(transaction, person);
  if (denial) return fail(denial);
  const found = await lockRequest(transaction, person, requestId);
  if (!found || found.request.requesterId !== person.id) return fail({ kind: 'not-found' });
  const { request, version: current } = found;
  const [sameForm] = await transaction
    .select({ requestId: requestVersions.requestId })
    .from(requestVersions)
    .where(eq(requestVersions.formKey, formKey));
  if (sameForm)
    return sameForm.requestId === requestId ? ok(undefined) : fail({ kind: 'already-submitted', requestId });
  const denialReason = requestDenialReason('amend', found.decidable, person);
  if (denialReason !== undefined) return fail({ kind: 'not-now', reason: denialReason });
  if (basedOnVersion !== request.version)
    return fail({
      kind: 'changed',
      reason: 'You changed this request in another window. Check its current version, then change it again.',
    });

  const body = buildBody({ formKey, form: { ...form, referenceId: request.refId } });
  const transferId = await findTransferWithReference(transaction, body.ref_id);
  if (transferId !== undefined) return fail({ kind: 'reference-taken', refId: body.ref_id, transferId });
  const plan = await planVersion(
    await readPlanBasis(transaction, [body], { requesterId: person.id, isSaving: true }),
    body,
    {
      form,
      checks,
      requestId,
    },
  );
  if (!plan.ok) return plan;
  const present = await selectAttachments(transaction, { requestId, version: request.version });
  const files = await lockFiles(transaction, person, attachmentIds ?? present.map(({ id }) => id));
  if (!files.ok) return files;
  const planned = { ...plan.value, attachments: files.value.list };
  const version = request.version + 1;
  const state = 'AWAITING_APPROVAL';
  const signed = await signCreation(transaction, person, {
    versions: [{ ...planned, id: requestId, version }],
    bundle: undefined,
    note: form.note,
    validUntil: expiryFromNow([planned]),
    signature,
  });
  if (!signed.ok) return signed;
  await transaction.insert(requestVersions).values({ ...planned, requestId, version, formKey, note: form.note });
  await saveFiles(transaction, { requestId, version }, files.value.ids);
  if (signed.value) await transaction.insert(requestSignatures).values({ requestId, version, ...signed.value.place });
  await transaction
    .update(withdrawalRequests)
    .set({ version, state, expiresAt: signed.value?.validUntil ?? expiresAt([planned]), updatedAt: sql`now()` })
    .where(eq(withdrawalRequests.id, requestId));
  return ok({
    before: {
      state: request.state,
      version: request.version,
      bodySha256: current.bodySha256,
      note: current.note,
      ...describeFiles(current.attachments),
    },
    after: {
      state,
      version,
      body,
      bodySha256: planned.bodySha256,
      note: form.note,
      ...describeFiles(planned.attachments),
    },
  });
}

const changeSchema = amendmentSchema
  .omit({ form: true, attachmentIds: true })
  .extend({ attachmentIds: amendmentSchema.shape.attachmentIds.unwrap(), signature: signatureSchema.optional() });

/**
 * Changes only the files under a request of the signed-in person: a new version like any other, with the same bytes
 * (`amendRequest`). Takes unchecked input; repeating it with the same key adds one version.
 */
export async function changeFiles(input: unknown): Promise<Result<{ requestId: string }, AmendFailure | Unsigned>> {
  const person = await authorize('makeWithdrawal', { limit: 'submit' });
  if (!person.ok) return person;
  const change = changeSchema.safeParse(input);
  if (!change.success)
    return fail({
      kind: 'invalid',
      issues: change.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    });
  const found = await readAmendable(change.data.requestId);
  if (!found.ok) return found;
  const { form } = found.value;
  // The requester confirmed the address when they requested it, and it stays as it is.
  return amendAs(person.value, { ...change.data, form: { ...form, chosenAddress: form.destinationAddress } });
}
