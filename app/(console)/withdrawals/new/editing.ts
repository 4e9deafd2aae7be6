import type { StoredFile } from '@/lib/attachments/contract';
import type { Sendable } from '@/lib/withdrawals/sendable';
import type { ProfileChoice, UsualProfile } from '@/lib/profiles/choices';
import type { FilledFields } from '@/lib/recipients/paid';
import { routes } from '@/lib/http/routes';
import type { FormStart } from '@/lib/requests/follow-up';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import type { FilledForm } from '@/app/(console)/withdrawals/new/_review/find-changes';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

/** Request to amend, with the version that the amendment is based on. */
export interface Amendment {
  requestId: string;
  version: number;
  refId: string;
  form: WithdrawalForm;
  /** The files under that version. */
  files: readonly StoredFile[];
  /** Number of approvals of that version, which the amendment makes void. */
  approvals: number;
}

/** Purpose of the form: a new request, or the amendment of one. */
export interface Editing {
  personId: string;
  registry: Sendable;
  /** Profiles to choose from; undefined where they could not be read. */
  profiles?: readonly ProfileChoice[] | undefined;
  /** The one profile of the person's latest requests. */
  usualProfile?: UsualProfile | undefined;
  amendment?: Amendment | undefined;
  /** Start of a new request that repeats an earlier withdrawal. */
  start?: FormStart | undefined;
  /** Why the request came back, such as the words of the approver who rejected it. */
  returnReason?: string | undefined;
}

/** Gives the initial values of the form. */
export function initialForm(editing: Editing): WithdrawalForm {
  const { amendment, start } = editing;
  const profileId = initialFilled(editing).profileId?.value ?? '';
  return amendment?.form ?? start?.form ?? { ...EMPTY_WITHDRAWAL_FORM, profileId };
}

/** Gives what the form fills in before it has a recipient; nothing where it begins with the values of another one. */
export function initialFilled({ amendment, start, usualProfile }: Editing): FilledFields {
  if (amendment || start || !usualProfile) return {};
  const { id, requests } = usualProfile;
  return { profileId: { value: id, from: `As in your last ${requests} requests` } };
}

/** Gives the address of the form's page. */
export function addressOf({ amendment, start }: Editing): string {
  return amendment ? routes.amendWithdrawal(amendment.requestId) : (start?.address ?? routes.newWithdrawal);
}

/** Gives what the review compares the form with: the version that it amends, or the withdrawal that it follows. */
export function comparedWith({ amendment, start, returnReason }: Editing): (FilledForm & { name: string }) | undefined {
  if (amendment) {
    const name = returnReason === undefined ? `version ${amendment.version}` : 'the rejected version';
    return { form: amendment.form, files: amendment.files, name };
  }
  return start?.follows && { form: start.form, files: [], name: start.follows.refId };
}
