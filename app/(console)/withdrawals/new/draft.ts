import { EMPTY_WITHDRAWAL_FORM, type Submission } from '@/lib/withdrawals';

// By person: whoever signs in next in this tab must not find it.
const keyOf = (personId: string) => `countersign.withdrawal-draft.${personId}`;

/** A form and its key. The key goes with what was typed, so that the same form stays the same through a reload or a sign-in. */
export type Draft = Submission;

/** A new, empty form. */
export function openDraft(): Draft {
  return { formKey: crypto.randomUUID(), form: EMPTY_WITHDRAWAL_FORM };
}

/** What this tab was typing before it was reloaded or signed out; undefined where there is nothing usable. */
export function loadDraft(personId: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(personId)) ?? 'null') as Draft | null;
    if (typeof draft?.formKey !== 'string' || typeof draft.form !== 'object') return undefined;
    // A field that an older version did not have yet starts empty.
    return { formKey: draft.formKey, form: { ...EMPTY_WITHDRAWAL_FORM, ...draft.form } };
  } catch {
    return undefined;
  }
}

export function saveDraft(personId: string, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(personId), JSON.stringify(draft));
  } catch {
    // Storage is full or switched off: the form works all the same, it only does not survive a reload.
  }
}

export function dropDraft(personId: string): void {
  sessionStorage.removeItem(keyOf(personId));
}
