'use client';

import { type FormEvent, useState } from 'react';
import { addCaseNoteAction } from '@/app/(console)/_cases/case-actions';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { Button } from '@/components/ui/button';
import { CommentField } from '@/components/form/comment-field';
import { MAX_NOTE_LENGTH } from '@/lib/cases/contract';
import { explainCaseFailure, explainUnknownOutcome } from '@/lib/cases/explain-failure';
import type { Explanation } from '@/lib/http/problems';

const NOT_ADDED = 'The note was not added';

interface NoteFormProps {
  transferId: string;
  /** Called after the note was added. */
  onAdded: () => void;
}

/** The form that adds a case note. The text stays until the note was added. */
export function NoteForm({ transferId, onAdded }: NoteFormProps) {
  const [note, setNote] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const add = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const added = await callAction(addCaseNoteAction, { transferId, note });
      if (added.ok) {
        setNote('');
        onAdded();
      } else setFailure(explainCaseFailure(added.error, NOT_ADDED));
    } catch {
      setFailure(explainUnknownOutcome('It is not known whether the note was added'));
    }
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (note.trim() === '')
      setFailure({ title: NOT_ADDED, detail: 'The note is empty.', next: 'Enter a note and try again.' });
    else void add();
  };
  return (
    <form onSubmit={submit} className="mt-2 space-y-2">
      <CommentField
        label="Case note"
        hint="Only this desk reads it. A note cannot be changed: add another to correct one."
        value={note}
        onChange={setNote}
        maxLength={MAX_NOTE_LENGTH}
      />
      <div role="alert" className="empty:hidden">
        {failure && <ExplanationNotice explanation={failure} />}
      </div>
      <Button type="submit" aria-busy={isBusy} disabled={isBusy}>
        Add note
      </Button>
    </form>
  );
}
