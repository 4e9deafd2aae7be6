'use client';

import { type ComponentProps, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { FormProvider, useForm, type UseFormSetError } from 'react-hook-form';
import { type Draft, discardDraft, loadDraft, openDraft, saveDraft } from '@/app/(console)/withdrawals/new/draft';
import { addressOf, type Editing, initialFilled, initialForm } from '@/app/(console)/withdrawals/new/editing';
import { checkLazily, loadReview, loadSubmitError } from '@/app/(console)/withdrawals/new/_review/lazy-check';
import { FillInStep } from '@/app/(console)/withdrawals/new/fill-in-step';
import { lazyPart, lazyQueryPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { ChosenRecipientContext } from '@/app/(console)/withdrawals/new/use-chosen-recipient';
import { UncheckedNotice } from '@/app/(console)/withdrawals/new/unchecked-notice';
import { FilledContext } from '@/app/(console)/withdrawals/new/use-filled';
import { RegistryContext } from '@/app/(console)/withdrawals/new/use-registry';
import { useSubmission } from '@/app/(console)/withdrawals/new/use-submission';
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
  const isInBrowser = useIsInBrowser();
  // A page that the server rendered leaves the focus to the browser, and loads no list before somebody asks for it.
  const [isOpenedHere] = useState(isInBrowser);
  return isInBrowser ? (
    <DraftEditor editing={editing} title={title} isOpenedHere={isOpenedHere} />
  ) : (
    <>
      {title}
      <div aria-busy className="h-96 animate-pulse rounded-panel border border-line bg-panel" />
    </>
  );
}

function DraftEditor({
  editing,
  title,
  isOpenedHere,
}: Pick<EditorProps, 'editing' | 'title'> & {
  /** True where the reader came here within the console, such as by the key for a new withdrawal. */
  isOpenedHere: boolean;
}) {
  const [opened, setOpened] = useState(() => {
    const stored = loadDraft(editing);
    const isEmpty = stored === undefined && initialForm(editing).destinationAddress === '';
    return {
      draft: stored ?? openDraft(editing),
      isRestored: stored !== undefined,
      focus: isOpenedHere && isEmpty && !isTyping() ? FIRST_FIELD : undefined,
    };
  });
  const startOver = () => {
    discardDraft(editing);
    setOpened({ draft: openDraft(editing), isRestored: false, focus: FIRST_FIELD });
  };
  return <Editor key={opened.draft.formKey} editing={editing} title={title} {...opened} onStartOver={startOver} />;
}

const FIRST_FIELD = 'first-field' as const;
const isTyping = () => document.activeElement?.matches('input, textarea, select') === true;

interface EditorProps {
  editing: Editing;
  title: ReactNode;
  draft: Draft;
  /** Set where the draft was stored before a reload or another sign-in. */
  isRestored: boolean;
  focus: 'first-field' | undefined;
  onStartOver: () => void;
}

/** Editor from the first keystroke to the saved request: fill in, review, submit. */
function Editor({
  editing,
  title,
  draft: { formKey, form: initial, files: initialFiles, filled: initialFilledFields },
  isRestored,
  focus,
  onStartOver,
}: EditorProps) {
  const [files, setFiles] = useState(initialFiles);
  const [isUploading, setIsUploading] = useState(false);
  const [reviewed, setReviewed] = useState<Submission>();
  const [wasReviewed, setWasReviewed] = useState(false);
  const [filled, setFilled] = useState(initialFilledFields);
  const filledState = useMemo(() => ({ filled, setFilled, base: initialFilled(editing) }), [filled, editing]);
  const chosenRecipient = useState<ComponentProps<typeof ChosenRecipientContext>['value'][0]>();
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
    setWasReviewed(true);
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
                focus={wasReviewed ? 'form' : focus}
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
