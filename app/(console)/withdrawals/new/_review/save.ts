import {
  amendRequestAction,
  createTestPaymentAction,
  createRequestAction,
} from '@/app/(console)/withdrawals/new/actions';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import type { SubmitError } from '@/app/(console)/withdrawals/new/submit-error-notice';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { CeremonyError } from '@/components/passkeys/use-ceremony';
import type { Submission } from '@/lib/withdrawals/body';

/**
 * Submits the reviewed form: creates a request, a test payment with its remainder, or a new version, with the touch of
 * a passkey where the requester must sign. Throws a CeremonyError where the touch was declined.
 */
export function save({ amendment, start }: Editing, { formKey, form, attachmentIds }: Submission) {
  const submission = { formKey, form, attachmentIds };
  if (!amendment) {
    const created = start?.follows ? { ...submission, followsId: start.follows.id } : submission;
    return signWhereAsked(created, form.testAmount === '' ? createRequestAction : createTestPaymentAction);
  }
  const { requestId, version: basedOnVersion } = amendment;
  return signWhereAsked({ ...submission, requestId, basedOnVersion }, amendRequestAction);
}

/** Explains what `save` threw. */
export function explainThrown(error: unknown): SubmitError {
  if (error instanceof CeremonyError) return { kind: 'not-signed', explanation: error.explanation };
  return { kind: 'not-answered' };
}
