'use server';

import type { RequestState } from '@/lib/requests/decisions';
import type { Unsigned } from '@/lib/passkeys/contract';
import type { Result } from '@/lib/result';
import { measureAction } from '@/lib/server/observability/measure-action';
import { decideOnBundle } from '@/lib/server/requests/bundles/decide';
import { confirmTest, type TestConfirmation } from '@/lib/server/requests/bundles/confirm-test';
import { cancelBatch, cancelRequest } from '@/lib/server/requests/votes/cancel';
import type { AmendFailure, DecisionFailure } from '@/lib/requests/contract';
import { changeFiles } from '@/lib/server/requests/creation/amend';
import type { RemarkFailure } from '@/lib/requests/conversation';
import { discussRequest } from '@/lib/server/requests/votes/conversation';
import { decideOnRequest } from '@/lib/server/requests/votes/decide';
import { nudgeApprovers } from '@/lib/server/requests/votes/nudge';
import { withdrawApproval } from '@/lib/server/requests/votes/withdraw-approval';
import { holdSend } from '@/lib/server/sends/hold';
import { sendApproved } from '@/lib/server/sends/send-approved';

/**
 * Approves or rejects one request. After its last approval, sends it as a worker does and waits a second at most; the
 * page then reads how far the withdrawal is, of which the answer says nothing.
 */
export async function decideAction(
  input: unknown,
): Promise<Result<{ state: RequestState }, DecisionFailure | Unsigned>> {
  return measureAction('decideOnRequest', (given) => decideOnRequest(given, sendApproved), input);
}

/** Reminds the approvers of one request of the signed-in person. */
export async function nudgeAction(input: unknown): Promise<Result<null, DecisionFailure>> {
  return measureAction('nudgeApprovers', nudgeApprovers, input);
}

/** Cancels one request of the signed-in person. */
export async function cancelAction(input: unknown): Promise<Result<null, DecisionFailure | Unsigned>> {
  return measureAction('cancelRequest', cancelRequest, input);
}

/** Cancels the items of a batch of the signed-in person whose sending has not begun. */
export async function cancelBatchAction(
  input: unknown,
): Promise<Result<{ cancelled: number }, DecisionFailure | Unsigned>> {
  return measureAction('cancelBatch', cancelBatch, input);
}

/** Changes only the files under one request of the signed-in person: a new version. */
export async function changeFilesAction(
  input: unknown,
): Promise<Result<{ requestId: string }, AmendFailure | Unsigned>> {
  return measureAction('changeFiles', changeFiles, input);
}

/** Withdraws the signed-in person's approval of one request. */
export async function withdrawApprovalAction(input: unknown): Promise<Result<null, DecisionFailure | Unsigned>> {
  return measureAction('withdrawApproval', withdrawApproval, input);
}

/** Puts one approved withdrawal on hold. */
export async function holdSendAction(input: unknown): Promise<Result<null, DecisionFailure>> {
  return measureAction('holdSend', holdSend, input);
}

/** Decides at once on a test payment and its remainder, or on waiting items of a batch. */
export async function decideOnBundleAction(
  input: unknown,
): Promise<Result<{ decided: number }, DecisionFailure | Unsigned>> {
  return measureAction('decideOnBundle', decideOnBundle, input);
}

/** Adds a comment, question or answer to a request, or withdraws a question. */
export async function discussAction(input: unknown): Promise<Result<null, RemarkFailure>> {
  return measureAction('discussRequest', discussRequest, input);
}

/** Confirms that the recipient has received a test payment, which releases the remainder. */
export async function confirmTestAction(input: unknown): Promise<Result<TestConfirmation, DecisionFailure | Unsigned>> {
  return measureAction('confirmTest', confirmTest, input);
}
