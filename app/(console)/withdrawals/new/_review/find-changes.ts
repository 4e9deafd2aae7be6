import type { StoredFile } from '@/lib/attachments/contract';
import { parseAmount } from '@/lib/money/parse-amount';
import type { BeneficiaryMode } from '@/lib/withdrawals/beneficiary-form';
import { toWithdrawalBody, type WithdrawalForm } from '@/lib/withdrawals/body';
import { type BodyChange, findBodyChanges } from '@/lib/withdrawals/body-changes';

/** A filled-in form with the files under it. */
export interface FilledForm {
  form: WithdrawalForm;
  files: readonly Pick<StoredFile, 'id' | 'name'>[];
}

/**
 * Lists what a person changed in a form that began with the values of an earlier withdrawal: members of the body, the
 * note and the files; empty where nothing changed. `formKey` makes the reference of a form without one. Takes checked
 * forms.
 */
export function findFormChanges(
  before: FilledForm,
  after: FilledForm,
  { formKey, beneficiaryMode }: { formKey: string; beneficiaryMode: BeneficiaryMode },
): BodyChange[] {
  const [had, has] = [before, after].map(({ form }) => toWithdrawalBody({ formKey, form }, beneficiaryMode));
  if (!had || !has) return [];
  return [
    ...findBodyChanges(had, has),
    ...compare('note', before.form.note.trim(), after.form.note.trim()),
    ...(listIds(before) === listIds(after) ? [] : compare('attachments', listNames(before), listNames(after), true)),
  ];
}

/** Tells whether a form can be compared: an earlier record may lack the amount. */
export const isComparable = ({ form }: FilledForm) => parseAmount(form.value).ok;

const listIds = ({ files }: FilledForm) => files.map(({ id }) => id).join(' ');
const listNames = ({ files }: FilledForm) => files.map(({ name }) => name).join(', ');

function compare(field: string, before: string, after: string, isChanged = before !== after): BodyChange[] {
  return isChanged ? [{ field, before: before || null, after: after || null }] : [];
}
