'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { unstable_isUnrecognizedActionError, useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { makeRequestAction } from '@/app/(console)/withdrawals/new/actions';
import { type Draft, dropDraft, loadDraft, openDraft, saveDraft } from '@/app/(console)/withdrawals/new/draft';
import { type SubmitError, SubmitErrorNotice } from '@/app/(console)/withdrawals/new/submit-error-notice';
import { WithdrawalFields } from '@/app/(console)/withdrawals/new/withdrawal-fields';
import { WithdrawalReview } from '@/app/(console)/withdrawals/new/withdrawal-review';
import { Notice } from '@/components/ui/notice';
import { useIsInBrowser } from '@/components/use-is-in-browser';
import { routes } from '@/lib/routes';
import { type Submission, type WithdrawalForm, withdrawalFormSchema } from '@/lib/withdrawals';

/** A new withdrawal. The form is drawn in the browser only, where what this tab was typing before is kept. */
export function WithdrawalEditor({ personId }: { personId: string }) {
  return useIsInBrowser() ? (
    <KeptEditor personId={personId} />
  ) : (
    <div aria-busy className="h-96 max-w-[40rem] animate-pulse rounded-panel border border-line bg-panel" />
  );
}

function KeptEditor({ personId }: { personId: string }) {
  const [opened, setOpened] = useState(() => {
    const earlier = loadDraft(personId);
    return { draft: earlier ?? openDraft(), isRestored: earlier !== undefined };
  });
  const startOver = () => {
    dropDraft(personId);
    setOpened({ draft: openDraft(), isRestored: false });
  };
  return <Editor key={opened.draft.formKey} personId={personId} draft={opened.draft} isRestored={opened.isRestored} onStartOver={startOver} />;
}

interface EditorProps {
  personId: string;
  draft: Draft;
  /** Whether the form holds what was typed before a reload or another sign-in. */
  isRestored: boolean;
  onStartOver: () => void;
}

/** From the first keystroke to the saved request: fill in, review, submit. */
function Editor({ personId, draft: { formKey, form: initial }, isRestored, onStartOver }: EditorProps) {
  const router = useRouter();
  const [reviewed, setReviewed] = useState<Submission>();
  const [submitError, setSubmitError] = useState<SubmitError>();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const isUnderWay = useRef(false);
  const form = useForm<WithdrawalForm>({ resolver: zodResolver(withdrawalFormSchema), defaultValues: initial, mode: 'onTouched' });
  const { subscribe, setError } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => saveDraft(personId, { formKey, form: values }) }),
    [subscribe, personId, formKey],
  );

  const submit = async (submission: Submission) => {
    // State comes too late for a second click in the same frame.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSubmitting(true);
    setSubmitError(undefined);
    try {
      const outcome = await makeRequestAction(submission);
      if (outcome.ok) {
        dropDraft(personId);
        router.push(routes.withdrawal(outcome.value.requestId));
        return;
      }
      setSubmitError(outcome.error);
      if (outcome.error.kind === 'invalid') {
        for (const { path, message } of outcome.error.issues) setError((path || 'root') as 'root', { message });
      }
      if (outcome.error.kind === 'reference-taken') setError('referenceId', { message: 'This reference is already used. Give another, or leave it empty.' });
      if (['invalid', 'reference-taken', 'already-submitted'].includes(outcome.error.kind)) setReviewed(undefined);
    } catch (error) {
      setSubmitError({ kind: unstable_isUnrecognizedActionError(error) ? 'outdated' : 'not-answered' });
    }
    isUnderWay.current = false;
    setIsSubmitting(false);
  };

  return (
    <FormProvider {...form}>
      {submitError && (
        <div className="mb-4">
          <SubmitErrorNotice error={submitError} />
        </div>
      )}
      {reviewed ? (
        <WithdrawalReview submission={reviewed} isSubmitting={isSubmitting} onSubmit={() => void submit(reviewed)} onBack={() => setReviewed(undefined)} />
      ) : (
        <form
          noValidate
          onSubmit={(event) =>
            void form.handleSubmit((checked) => {
              setReviewed({ formKey, form: checked });
              setSubmitError(undefined);
            })(event)
          }
        >
          {(isRestored || submitError?.kind === 'already-submitted') && (
            <div className="mb-4">
              <Notice look="info" title="This is what you typed before">
                <button type="button" className="underline" onClick={onStartOver}>
                  Start with an empty form
                </button>
              </Notice>
            </div>
          )}
          <WithdrawalFields />
        </form>
      )}
    </FormProvider>
  );
}
