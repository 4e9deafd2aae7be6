import {
  amendRequestAction,
  createTestPaymentAction,
  createRequestAction,
} from '@/app/(console)/withdrawals/new/actions';
import type { StoredFile } from '@/lib/attachments/contract';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import type { Sendable } from '@/lib/networks/assets';
import type { ProfileChoice } from '@/lib/profiles/choices';
import { routes } from '@/lib/http/routes';
import type { FormStart } from '@/lib/withdrawals/contract';
import type { Submission, WithdrawalForm } from '@/lib/withdrawals/body';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

/** Request to amend, with the version that the amendment is based on. */
export interface Amendment {
  requestId: string;
  version: number;
  refId: string;
  form: WithdrawalForm;
  /** The files under that version. */
  files: readonly StoredFile[];
}

/** Purpose of the form: a new request, or the amendment of one. */
export interface Editing {
  personId: string;
  registry: Sendable;
  /** Profiles to choose from; undefined where they could not be read. */
  profiles?: readonly ProfileChoice[] | undefined;
  amendment?: Amendment | undefined;
  /** Start of a new request that repeats an earlier withdrawal. */
  start?: FormStart | undefined;
  /** Why the request came back, such as the words of the approver who rejected it. */
  returnReason?: string | undefined;
}

/** Gives the initial values of the form. */
export function initialForm({ amendment, start }: Editing): WithdrawalForm {
  return amendment?.form ?? start?.form ?? EMPTY_WITHDRAWAL_FORM;
}

/** Gives the address of the form's page. */
export function addressOf({ amendment, start }: Editing): string {
  return amendment ? routes.amendWithdrawal(amendment.requestId) : (start?.address ?? routes.newWithdrawal);
}

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
