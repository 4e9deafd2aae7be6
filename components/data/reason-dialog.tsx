'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { CommentField } from '@/components/form/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import type { Explanation } from '@/lib/http/problems';
import { explainProposalFailure, type ProposalFailure } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';

interface ReasonDialogProps {
  title: string;
  confirmLabel: string;
  /** Says who reads the reason. */
  hint: string;
  /** Takes the action for the reason that the person entered. */
  act: (reason: string) => Promise<Result<unknown, ProposalFailure>>;
  /** What to say where the console does not answer: what is uncertain, and what to do next. */
  unknownOutcome: Pick<Explanation, 'detail' | 'next'>;
  /** Title of a denied action; the one of the failure unless set. */
  failureTitle?: string;
  onClose: () => void;
  children: ReactNode;
}

/** Confirms an action that one person takes at once for a reason, and loads the page again after it. */
export function ReasonDialog({
  title,
  confirmLabel,
  hint,
  act,
  unknownOutcome,
  failureTitle,
  onClose,
  children,
}: ReasonDialogProps) {
  const router = useRouter();
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const confirm = async () => {
    setIsBusy(true);
    try {
      const outcome = await act(reason);
      if (outcome.ok) {
        onClose();
        router.refresh();
        return;
      }
      setFailure({ ...explainProposalFailure(outcome.error), ...(failureTitle && { title: failureTitle }) });
    } catch {
      setFailure({ title: 'The console did not answer', ...unknownOutcome });
    }
    setIsBusy(false);
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      look="danger"
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {children}
      <CommentField label="Reason" isRequired hint={hint} value={reason} onChange={setReason} maxLength={300} />
    </ConfirmDialog>
  );
}
