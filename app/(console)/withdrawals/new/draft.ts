import { type Editing, initialForm } from '@/app/(console)/withdrawals/new/editing';
import { EMPTY_WITHDRAWAL_FORM, type Submission } from '@/lib/withdrawals/body';

// By person: whoever signs in next in this tab must not find it. By what it started from, and an edit by its version too.
function keyOf({ personId, amendment, start }: Editing): string {
  return [
    'countersign.withdrawal-draft',
    personId,
    ...(amendment ? [amendment.requestId, amendment.version] : start ? [start.address] : []),
  ].join('.');
}

/** A form and its key. The key goes with what was typed, so that the same form stays the same through a reload or a sign-in. */
export type Draft = Submission;

/** A new form, holding what it starts with. */
export function openDraft(editing: Editing): Draft {
  return { formKey: crypto.randomUUID(), form: initialForm(editing) };
}

/** What this tab was typing before it was reloaded or signed out; undefined where there is nothing usable. */
export function loadDraft(editing: Editing): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(editing)) ?? 'null') as Draft | null;
    if (typeof draft?.formKey !== 'string' || typeof draft.form !== 'object') return undefined;
    // A field that an older version did not have yet starts empty.
    return { formKey: draft.formKey, form: { ...EMPTY_WITHDRAWAL_FORM, ...draft.form } };
  } catch {
    return undefined;
  }
}

export function saveDraft(editing: Editing, draft: Draft): void {
  try {
    sessionStorage.setItem(keyOf(editing), JSON.stringify(draft));
  } catch {
    // Storage is full or switched off: the form works all the same, it only does not survive a reload.
  }
}

export function discardDraft(editing: Editing): void {
  sessionStorage.removeItem(keyOf(editing));
}
