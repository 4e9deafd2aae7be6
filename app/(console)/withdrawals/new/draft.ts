import { type Editing, initialFilled, initialForm } from '@/app/(console)/withdrawals/new/editing';
import type { FilledFields } from '@/lib/recipients/paid';
import type { StoredFile } from '@/lib/attachments/contract';
import type { Submission } from '@/lib/withdrawals/body';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

// By person, since the next person in this tab must not see the draft; by the form's start or the amended version.
function keyOf({ personId, amendment, start }: Editing): string {
  const origin = start ? [start.address] : [];
  return [
    'countersign.withdrawal-draft',
    personId,
    ...(amendment ? [amendment.requestId, amendment.version] : origin),
  ].join('.');
}

/** Form with its key, which stays the same through a reload or a sign-in, so that the form is submitted only once. */
export interface Draft extends Submission {
  /** Uploaded files. */
  files: readonly StoredFile[];
  /** What the form filled in by itself. */
  filled: FilledFields;
}

/** Creates a draft with the initial values of the form. */
export function openDraft(editing: Editing): Draft {
  return {
    formKey: crypto.randomUUID(),
    form: initialForm(editing),
    files: editing.amendment?.files ?? [],
    filled: initialFilled(editing),
  };
}

/** Loads the draft that this tab stored before a reload or a sign-out; undefined where there is no usable one. */
export function loadDraft(editing: Editing): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(editing)) ?? 'null') as Draft | null;
    if (typeof draft?.formKey !== 'string' || typeof draft.form !== 'object') return undefined;
    // A field that an older version of the form did not have starts empty.
    const { formKey, form, files = [], filled = {} } = draft as Partial<Draft> & Submission;
    return { formKey, form: { ...EMPTY_WITHDRAWAL_FORM, ...form }, files, filled };
  } catch {
    return undefined;
  }
}

/** Stores a draft in this tab. */
export function saveDraft(editing: Editing, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(editing), JSON.stringify(draft));
  } catch {
    // Storage is full or disabled: the form still works, but does not survive a reload.
  }
}

/** Removes the draft from this tab. */
export function discardDraft(editing: Editing): void {
  sessionStorage.removeItem(keyOf(editing));
}
