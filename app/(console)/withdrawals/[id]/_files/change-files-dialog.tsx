'use client';

import { useState } from 'react';
import { changeFilesAction } from '@/app/(console)/withdrawals/[id]/actions';
import { explainDecisionFailure, NO_ANSWER } from '@/app/(console)/withdrawals/[id]/explain-decision-failure';
import { FilesField } from '@/components/attachments/files-field';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { PasskeyNext } from '@/components/passkeys/passkey-next';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { CeremonyError } from '@/components/passkeys/use-ceremony';
import { ConfirmDialog } from '@/components/ui/dialog';
import { UntrustedText } from '@/components/values/untrusted-text';
import type { AttachmentView, StoredFile } from '@/lib/attachments/contract';
import type { Explanation } from '@/lib/http/problems';
import type { AmendFailure } from '@/lib/requests/contract';
import type { RequestView } from '@/lib/requests/request-view';

interface ChangeDialogProps {
  request: RequestView;
  /** Called when the dialog closes, whether or not anything was changed. */
  onClose: () => void;
}

/** Attaches files to a request, or removes some, as one new version. */
export function ChangeFilesDialog({ request: given, onClose }: ChangeDialogProps) {
  // As it was when the dialog was opened: a change meanwhile is refused, and not overwritten.
  const [request] = useState(given);
  const [files, setFiles] = useState<readonly StoredFile[]>(request.attachments);
  const [isUploading, setIsUploading] = useState(false);
  const { isBusy, failure, change } = useFileChange(request, onClose);
  const isSame = files.map(({ id }) => id).join() === request.attachments.map(({ id }) => id).join();
  return (
    <ConfirmDialog
      title="Attach a file to this request"
      confirmLabel="Save attachments"
      isBusy={isBusy || isUploading}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => (isSame ? onClose() : void change(files))}
      onClose={onClose}
    >
      <NewVersion request={request} />
      <FilesField files={files} onChange={setFiles} onUploading={setIsUploading} />
      {request.isRequestSigned && <PasskeyNext />}
    </ConfirmDialog>
  );
}

/** Asks before a file is removed from a request. */
export function RemoveFileDialog({ request: given, file, onClose }: ChangeDialogProps & { file: AttachmentView }) {
  const [request] = useState(given);
  const { isBusy, failure, change } = useFileChange(request, onClose);
  return (
    <ConfirmDialog
      title="Remove this file?"
      confirmLabel="Remove file"
      look="danger"
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void change(request.attachments.filter(({ id }) => id !== file.id))}
      onClose={onClose}
    >
      <p className="font-medium">
        <UntrustedText text={file.name} />
      </p>
      <NewVersion request={request} />
      <p>Earlier versions keep the file.</p>
      {request.isRequestSigned && <PasskeyNext />}
    </ConfirmDialog>
  );
}

/** Says what a change of the files does before it is made. */
function NewVersion({ request: { version, approvals } }: { request: RequestView }) {
  const { given } = approvals;
  return (
    <p>
      This makes version {version + 1} of the request, with the same withdrawal, and the policy is applied again.{' '}
      <strong>
        {given === 0
          ? 'Nobody has approved this version yet.'
          : given === 1
            ? 'The approval given so far becomes void.'
            : `The ${given} approvals given so far become void.`}
      </strong>
    </p>
  );
}

function useFileChange({ id, version }: RequestView, onDone: () => void) {
  // One key for the dialog: confirming again after a lost answer adds no second version.
  const [formKey] = useState(() => crypto.randomUUID());
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const change = async (files: readonly StoredFile[]) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const input = { formKey, requestId: id, basedOnVersion: version, attachmentIds: files.map((file) => file.id) };
      const changed = await signWhereAsked(input, changeFilesAction);
      if (changed.ok) return onDone();
      setFailure(explainFailure(changed.error));
    } catch (error) {
      setFailure(error instanceof CeremonyError ? error.explanation : NO_ANSWER);
    }
    setIsBusy(false);
  };
  return { isBusy, failure, change };
}

const NOTHING_CHANGED = 'Nothing was changed.';

function explainFailure(failure: AmendFailure): Explanation {
  if ('issues' in failure || 'similarAddresses' in failure)
    return {
      title: ('issues' in failure && failure.issues[0]?.message) || 'The files cannot be changed',
      detail: NOTHING_CHANGED,
      next: 'Use “Change request” to correct the request.',
    };
  if ('next' in failure) return { title: failure.reason, detail: NOTHING_CHANGED, next: failure.next };
  if ('requestId' in failure || 'refId' in failure || failure.kind === 'not-followable')
    return { title: 'The files cannot be changed', detail: NOTHING_CHANGED, next: 'Load the page again.' };
  return explainDecisionFailure(failure);
}
