'use client';

import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { preloadCheck } from '@/app/(console)/withdrawals/new/_review/lazy-check';
import { WithdrawalFields } from '@/app/(console)/withdrawals/new/_fields/withdrawal-fields';
import { focusContent } from '@/components/ui/browser/focus-content';
import { useActionKeys } from '@/components/ui/use-action-keys';
import { Notice } from '@/components/ui/notice';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

interface FillInStepProps {
  editing: Editing;
  /** Set where the draft was stored before a reload or another sign-in. */
  isRestored: boolean;
  /** What has the focus at first: the first field, or the form as a whole, for one that was reviewed before. */
  focus: 'first-field' | 'form' | undefined;
  attachments: ReactNode;
  isUploading: boolean;
  onStartOver: () => void;
  onReview: (checked: WithdrawalForm) => void;
  /** Called where the code that checks the form could not be loaded. */
  onCheckFailed: () => void;
}

/** The form while it is filled in. */
export function FillInStep({
  editing,
  isRestored,
  focus,
  attachments,
  isUploading,
  onStartOver,
  onReview,
  onCheckFailed,
}: FillInStepProps) {
  const { handleSubmit, setFocus } = useFormContext<WithdrawalForm>();
  useEffect(() => {
    if (focus === 'first-field') setFocus('destinationAddress');
    if (focus === 'form') focusContent();
  }, [focus, setFocus]);
  // The key of a new withdrawal leads into the form that it is on; from another one, to a new form.
  const isNew = !editing.amendment && !editing.start;
  useActionKeys({ n: isNew ? () => setFocus('destinationAddress') : undefined });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Its button's key, from any field.
    <form
      noValidate
      onFocusCapture={preloadCheck}
      onKeyDown={pressReview}
      onSubmit={(event) => void handleSubmit(onReview)(event).catch(onCheckFailed)}
    >
      {isRestored && <RestoredNotice editing={editing} onStartOver={onStartOver} />}
      <WithdrawalFields editing={editing} attachments={attachments} isUploading={isUploading} />
    </form>
  );
}

/** Presses the button that reviews the form, for Ctrl+Enter in any of its fields. */
function pressReview(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  // A dialog over the form has the same key for its own button.
  if (event.target instanceof Element && event.target.closest('dialog')) return;
  event.preventDefault();
  const button = event.currentTarget.querySelector<HTMLButtonElement>('button[type=submit]');
  // The field takes what was typed once it is left.
  button?.focus();
  button?.click();
}

function RestoredNotice({
  editing: { amendment, start },
  onStartOver,
}: Pick<FillInStepProps, 'editing' | 'onStartOver'>) {
  const repeat = start ? 'Start again with the values to repeat' : 'Start with an empty form';
  return (
    <div className="mb-4">
      <Notice look="info" title="Draft restored">
        <button type="button" className="underline" onClick={onStartOver}>
          {amendment ? 'Start again with the values of the request' : repeat}
        </button>
      </Notice>
    </div>
  );
}
