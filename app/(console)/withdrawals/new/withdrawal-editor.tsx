'use client';

import { unstable_isUnrecognizedActionError, useRouter } from 'next/navigation';
import { Suspense, useEffect, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { type Draft, discardDraft, loadDraft, openDraft, saveDraft } from '@/app/(console)/withdrawals/new/draft';
import { addressOf, type Editing, save } from '@/app/(console)/withdrawals/new/editing';
import { checkLazily, loadReview, preloadCheck } from '@/app/(console)/withdrawals/new/lazy-check';
import { lazyPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { type SubmitError, SubmitErrorNotice } from '@/app/(console)/withdrawals/new/submit-error-notice';
import { RegistryContext } from '@/app/(console)/withdrawals/new/use-registry';
import { WithdrawalFields } from '@/app/(console)/withdrawals/new/withdrawal-fields';
import { Notice } from '@/components/ui/notice';
import { useIsInBrowser } from '@/components/ui/use-is-in-browser';
import type { Registry } from '@/lib/networks/assets';
import { routes } from '@/lib/http/routes';
import type { Submission, WithdrawalForm } from '@/lib/withdrawals/body';

const WithdrawalReview = lazyPart(async () => (await loadReview()).WithdrawalReview);

/** A new withdrawal, or another version of one. The form is drawn in the browser only, where what this tab was typing before is kept. */
export function WithdrawalEditor({ editing }: { editing: Editing }) {
  return useIsInBrowser() ? (
    <KeptEditor editing={editing} />
  ) : (
    <div aria-busy className="h-96 max-w-[40rem] animate-pulse rounded-panel border border-line bg-panel" />
  );
}

function KeptEditor({ editing }: { editing: Editing }) {
  const [opened, setOpened] = useState(() => {
    const earlier = loadDraft(editing);
    return { draft: earlier ?? openDraft(editing), isRestored: earlier !== undefined };
  });
  const startOver = () => {
    discardDraft(editing);
    setOpened({ draft: openDraft(editing), isRestored: false });
  };
  return (
    <Editor
      key={opened.draft.formKey}
      editing={editing}
      draft={opened.draft}
      isRestored={opened.isRestored}
      onStartOver={startOver}
    />
  );
}

interface EditorProps {
  editing: Editing;
  draft: Draft;
  /** Whether the form holds what was typed before a reload or another sign-in. */
  isRestored: boolean;
  onStartOver: () => void;
}

/** From the first keystroke to the saved request: fill in, review, submit. */
function Editor({ editing, draft: { formKey, form: initial }, isRestored, onStartOver }: EditorProps) {
  const router = useRouter();
  const [reviewed, setReviewed] = useState<Submission>();
  const [submitError, setSubmitError] = useState<SubmitError>();
  const [isSubmitting, setIsSubmitting] = useState(false);
  const isUnderWay = useRef(false);
  const form = useForm<WithdrawalForm, Registry>({
    resolver: checkLazily,
    context: editing.registry,
    defaultValues: initial,
    mode: 'onTouched',
  });
  const { subscribe, setError } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(editing, { formKey, form: values }),
      }),
    [subscribe, editing, formKey],
  );

  const submit = async (submission: Submission) => {
    // State comes too late for a second click in the same frame.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSubmitting(true);
    setSubmitError(undefined);
    try {
      const outcome = await save(editing, submission);
      if (outcome.ok) {
        discardDraft(editing);
        router.push(routes.withdrawal(outcome.value.requestId));
        return;
      }
      setSubmitError(outcome.error);
      if ('issues' in outcome.error) {
        for (const { path, message } of outcome.error.issues) setError((path || 'root') as 'root', { message });
      }
      if (outcome.error.kind === 'reference-taken')
        setError('referenceId', { message: 'This reference is already used. Give another, or leave it empty.' });
      if (['invalid', 'reference-taken', 'already-submitted', 'similar-addresses'].includes(outcome.error.kind))
        setReviewed(undefined);
    } catch (error) {
      setSubmitError({ kind: unstable_isUnrecognizedActionError(error) ? 'outdated' : 'not-answered' });
    }
    isUnderWay.current = false;
    setIsSubmitting(false);
  };

  return (
    <RegistryContext value={editing.registry}>
      <FormProvider {...form}>
        {submitError && (
          <div className="mb-4">
            <SubmitErrorNotice error={submitError} formAddress={addressOf(editing)} />
          </div>
        )}
        {reviewed ? (
          <Suspense>
            <WithdrawalReview
              editing={editing}
              submission={reviewed}
              isSubmitting={isSubmitting}
              onChoose={(chosenAddress) => {
                form.setValue('chosenAddress', chosenAddress);
                setReviewed({ ...reviewed, form: { ...reviewed.form, chosenAddress } });
              }}
              onSubmit={() => void submit(reviewed)}
              onBack={() => setReviewed(undefined)}
            />
          </Suspense>
        ) : (
          <form
            noValidate
            onFocusCapture={preloadCheck}
            onSubmit={(event) =>
              void form
                .handleSubmit((checked) => {
                  setReviewed({ formKey, form: checked });
                  setSubmitError(undefined);
                })(event)
                .catch(() => setSubmitError({ kind: 'unchecked' }))
            }
          >
            {(isRestored || submitError?.kind === 'already-submitted') && (
              <div className="mb-4">
                <Notice look="info" title="This is what you typed before">
                  <button type="button" className="underline" onClick={onStartOver}>
                    {startOverLabel(editing)}
                  </button>
                </Notice>
              </div>
            )}
            <WithdrawalFields amendment={editing.amendment} />
          </form>
        )}
      </FormProvider>
    </RegistryContext>
  );
}

function startOverLabel({ amendment, start }: Editing): string {
  if (amendment) return 'Start again from what was asked for';
  return start ? 'Start again from what it repeats' : 'Start with an empty form';
}
