import {
  amendRequestAction,
  createTestPaymentAction,
  createRequestAction,
} from '@/app/(console)/withdrawals/new/actions';
import type { Registry } from '@/lib/networks/assets';
import { routes } from '@/lib/http/routes';
import type { FormStart } from '@/lib/withdrawals/contract';
import { EMPTY_WITHDRAWAL_FORM, type Submission, type WithdrawalForm } from '@/lib/withdrawals/body';

/** A request that is edited: which version of it, and what that version asks for. */
export interface Amendment {
  requestId: string;
  version: number;
  refId: string;
  form: WithdrawalForm;
}

/** Who fills in the form, and for what: a new request where no other is edited. */
export interface Editing {
  personId: string;
  registry: Registry;
  amendment?: Amendment | undefined;
  /** What a new request starts from, where it repeats something. */
  start?: FormStart | undefined;
}

/** What the form starts with. */
export function initialForm({ amendment, start }: Editing): WithdrawalForm {
  return amendment?.form ?? start?.form ?? EMPTY_WITHDRAWAL_FORM;
}

/** Where the form is. */
export function addressOf({ amendment, start }: Editing): string {
  return amendment ? routes.amendWithdrawal(amendment.requestId) : (start?.address ?? routes.newWithdrawal);
}

/** Saves what was reviewed. */
export function save({ amendment }: Editing, submission: Submission) {
  if (!amendment)
    return submission.form.testAmount === '' ? createRequestAction(submission) : createTestPaymentAction(submission);
  return amendRequestAction({ ...submission, requestId: amendment.requestId, basedOnVersion: amendment.version });
}
