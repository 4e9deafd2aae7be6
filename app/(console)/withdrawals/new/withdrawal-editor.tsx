'use client';

import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { FormProvider, useForm, useFormContext, type UseFormSetError } from 'react-hook-form';
import { type Draft, discardDraft, loadDraft, openDraft, saveDraft } from '@/app/(console)/withdrawals/new/draft';
import { addressOf, type Editing, initialFilled } from '@/app/(console)/withdrawals/new/editing';
import {
  checkLazily,
  loadReview,
  loadSubmitError,
  preloadCheck,
} from '@/app/(console)/withdrawals/new/_review/lazy-check';
import { lazyPart, lazyQueryPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { ChosenRecipientContext } from '@/app/(console)/withdrawals/new/use-chosen-recipient';
import { UncheckedNotice } from '@/app/(console)/withdrawals/new/unchecked-notice';
import { FilledContext } from '@/app/(console)/withdrawals/new/use-filled';
import { RegistryContext } from '@/app/(console)/withdrawals/new/use-registry';
import { useSubmission } from '@/app/(console)/withdrawals/new/use-submission';
import { WithdrawalFields } from '@/app/(console)/withdrawals/new/_fields/withdrawal-fields';
import { FilesField } from '@/components/attachments/files-field';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';
import type { StoredFile } from '@/lib/attachments/contract';
import type { Sendable } from '@/lib/withdrawals/sendable';
import type { AmendFailure } from '@/lib/requests/contract';
import type { Submission, WithdrawalForm } from '@/lib/withdrawals/body';

const SubmitErrorNotice = lazyPart(async () => (await loadSubmitError()).SubmitErrorNotice);
const WithdrawalReview = lazyQueryPart(async () => (await loadReview()).WithdrawalReview);

interface WithdrawalEditorProps {
  editing: Editing;
  /** The title of the page while the form is filled in, and what is said below it. */
  title: string;
  subtitle?: string;
}

/** Form of a new withdrawal, or of an amendment. Rendered in the browser only, where this tab's draft is stored. */
export function WithdrawalEditor({ editing, ...heading }: WithdrawalEditorProps) {
  const title = <PageTitle {...heading} />;
  return useIsInBrowser() ? (
    <DraftEditor editing={editing} title={title} />
  ) : (
    <>
      {title}
      <div aria-busy className="h-96 animate-pulse rounded-panel border border-line bg-panel" />
    </>
  );
}

function DraftEditor({ editing, title }: Pick<EditorProps, 'editing' | 'title'>) {
  const [opened, setOpened] = useState(() => {
    const stored = loadDraft(editing);
    return { draft: stored ?? openDraft(editing), isRestored: stored !== undefined };
  });
  const startOver = () => {
    discardDraft(editing);
    setOpened({ draft: openDraft(editing), isRestored: false });
  };
  return (
    <Editor
      key={opened.draft.formKey}
      editing={editing}
      title={title}
      draft={opened.draft}
      isRestored={opened.isRestored}
      onStartOver={startOver}
    />
  );
}

interface EditorProps {
  editing: Editing;
  title: ReactNode;
  draft: Draft;
  /** Set where the draft was stored before a reload or another sign-in. */
  isRestored: boolean;
  onStartOver: () => void;
}

/** Editor from the first keystroke to the saved request: fill in, review, submit. */
function Editor({
  editing,
  title,
  draft: { formKey, form: initial, files: initialFiles, filled: initialFilledFields },
  isRestored,
  onStartOver,
}: EditorProps) {
  const [files, setFiles] = useState(initialFiles);
  const [isUploading, setIsUploading] = useState(false);
  const [reviewed, setReviewed] = useState<Submission>();
  const [filled, setFilled] = useState(initialFilledFields);
  const filledState = useMemo(() => ({ filled, setFilled, base: initialFilled(editing) }), [filled, editing]);
  const chosenRecipient = useState<{ id: string; name: string }>();
  const form = useForm<WithdrawalForm, Sendable>({
    resolver: checkLazily,
    context: editing.registry,
    defaultValues: initial,
    mode: 'onTouched',
  });
  const { subscribe, setError, getValues } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(editing, { formKey, form: values, files, filled }),
      }),
    [subscribe, editing, formKey, files, filled],
  );
  const changeFiles = (next: readonly StoredFile[]) => {
    setFiles(next);
    saveDraft(editing, { formKey, form: getValues(), files: next, filled });
  };
  const { submit, isSubmitting, submitError, setSubmitError } = useSubmission(editing, (failure) => {
    showIssues(failure, setError);
    if (NEEDS_EDITING.includes(failure.kind)) setReviewed(undefined);
  });
  const review = (checked: WithdrawalForm) => {
    setReviewed({ formKey, form: checked, attachmentIds: files.map(({ id }) => id) });
    setSubmitError(undefined);
  };
  return (
    <RegistryContext value={editing.registry}>
      <ChosenRecipientContext value={chosenRecipient}>
        <FilledContext value={filledState}>
          <FormProvider {...form}>
            {!reviewed && title}
            {editing.returnReason !== undefined && (
              // In sight while the request is corrected.
              <div className="sticky top-(--header-height) z-10 mb-4 bg-page py-1">
                <Notice look="warn" title={editing.returnReason} />
              </div>
            )}
            {submitError && (
              <div className="mb-4">
                {submitError.kind === 'unchecked' ? (
                  <UncheckedNotice />
                ) : (
                  <Suspense>
                    <SubmitErrorNotice error={submitError} formAddress={addressOf(editing)} />
                  </Suspense>
                )}
              </div>
            )}
            {reviewed ? (
              <Suspense>
                <WithdrawalReview
                  editing={editing}
                  submission={reviewed}
                  files={files}
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
              <FillInStep
                editing={editing}
                isRestored={isRestored || submitError?.kind === 'already-submitted'}
                attachments={<FilesField files={files} onChange={changeFiles} onUploading={setIsUploading} />}
                isUploading={isUploading}
                onStartOver={onStartOver}
                onReview={review}
                onCheckFailed={() => setSubmitError({ kind: 'unchecked' })}
              />
            )}
          </FormProvider>
        </FilledContext>
      </ChosenRecipientContext>
    </RegistryContext>
  );
}

interface FillInStepProps extends Pick<EditorProps, 'editing' | 'isRestored' | 'onStartOver'> {
  attachments: ReactNode;
  isUploading: boolean;
  onReview: (checked: WithdrawalForm) => void;
  /** Called where the code that checks the form could not be loaded. */
  onCheckFailed: () => void;
}

function FillInStep({
  editing,
  isRestored,
  attachments,
  isUploading,
  onStartOver,
  onReview,
  onCheckFailed,
}: FillInStepProps) {
  const { handleSubmit } = useFormContext<WithdrawalForm>();
  return (
    <form
      noValidate
      onFocusCapture={preloadCheck}
      onSubmit={(event) => void handleSubmit(onReview)(event).catch(onCheckFailed)}
    >
      {isRestored && <RestoredNotice editing={editing} onStartOver={onStartOver} />}
      <WithdrawalFields editing={editing} attachments={attachments} isUploading={isUploading} />
    </form>
  );
}

/** Failures after which the form is shown again, since the person has to change or confirm something in it. */
const NEEDS_EDITING: readonly AmendFailure['kind'][] = [
  'invalid',
  'reference-taken',
  'already-submitted',
  'similar-addresses',
];

function showIssues(failure: AmendFailure, setError: UseFormSetError<WithdrawalForm>): void {
  if ('issues' in failure) {
    for (const { path, message } of failure.issues) setError((path || 'root') as 'root', { message });
  }
  if (failure.kind === 'reference-taken')
    setError('referenceId', {
      message: failure.isHidden
        ? 'This reference cannot be used. Enter another one, or leave the field empty.'
        : 'This reference is already used. Enter another reference, or leave the field empty.',
    });
}

function RestoredNotice({ editing: { amendment, start }, onStartOver }: Pick<EditorProps, 'editing' | 'onStartOver'>) {
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
