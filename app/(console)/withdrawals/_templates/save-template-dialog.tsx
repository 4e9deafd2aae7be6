'use client';

import { useId, useState } from 'react';
import { saveTemplateAction } from '@/app/(console)/withdrawals/_templates/actions';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { ConfirmDialog } from '@/components/ui/dialog';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import type { Explanation } from '@/lib/http/problems';
import { explainTemplateFailure, MAX_TEMPLATE_TITLE } from '@/lib/templates/contract';

/** Where the values of the template come from: a saved request, or the form as it is filled in. */
export type TemplateSource = { requestId: string } | { form: unknown };

interface SaveDialogProps {
  read: () => TemplateSource;
  onSaved: () => void;
  onClose: () => void;
}

/** Asks for the title of a template and saves it. */
export function SaveTemplateDialog({ read, onSaved, onClose }: SaveDialogProps) {
  const id = useId();
  const [title, setTitle] = useState('');
  const [isShared, setIsShared] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const save = async () => {
    setIsBusy(true);
    try {
      const outcome = await callAction(saveTemplateAction, { title, isShared, from: read() });
      if (outcome.ok) {
        onSaved();
        onClose();
        return;
      }
      setFailure(explainTemplateFailure(outcome.error));
    } catch {
      setFailure(NOT_ANSWERED);
    }
    setIsBusy(false);
  };
  return (
    <ConfirmDialog
      title="Save as template"
      confirmLabel="Save template"
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void save()}
      onClose={onClose}
    >
      <p>
        A template keeps the values of the form, but no reference. The person who uses it reviews a new withdrawal,
        whose address is checked again.
      </p>
      <Field id={id} label="Title" hint={`At most ${MAX_TEMPLATE_TITLE} characters.`}>
        <input
          id={id}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          autoComplete="off"
          aria-describedby={describedBy(id)}
          className={CONTROL}
        />
      </Field>
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={isShared}
          onChange={({ target }) => setIsShared(target.checked)}
        />
        Share with everyone who can request withdrawals. They can use and delete the template.
      </label>
    </ConfirmDialog>
  );
}

const NOT_ANSWERED: Explanation = {
  title: 'The console did not answer, so it is not known whether the template was saved',
  detail: 'Nothing was sent.',
  next: 'Save it again: one title is saved once.',
};
