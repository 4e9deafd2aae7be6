'use client';

import { type ReactNode, useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { CommentField } from '@/components/ui/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import type { Explanation } from '@/lib/http/problems';
import { explainProposalFailure, type ProposalFailure } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';

interface ProposeDialogProps {
  title: string;
  confirmLabel: string;
  /** What is asked for, in words. */
  children: ReactNode;
  propose: (comment: string) => Promise<Result<unknown, ProposalFailure>>;
  onProposed: () => void;
  onClose: () => void;
}

/** Asks for a change that takes two, with the words that the second person will read. */
export function ProposeDialog({ title, confirmLabel, children, propose, onProposed, onClose }: ProposeDialogProps) {
  const [comment, setComment] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();

  const ask = async () => {
    if (comment.trim() === '') {
      setFailure({ title: 'Say why you ask for it', detail: 'Nothing was changed.', next: '' });
      return;
    }
    setIsBusy(true);
    try {
      const outcome = await propose(comment);
      if (outcome.ok) {
        onClose();
        onProposed();
        return;
      }
      setFailure(explainProposalFailure(outcome.error));
    } catch {
      setFailure({
        title: 'The console did not answer',
        detail: 'Nothing is changed before a second person confirms it, but it may have been asked for.',
        next: 'Load the page again and look before you ask once more.',
      });
    }
    setIsBusy(false);
  };

  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void ask()}
      onClose={onClose}
    >
      {children}
      <CommentField
        label="Comment"
        isRequired
        hint="Why: the second person reads it."
        value={comment}
        onChange={setComment}
        maxLength={500}
      />
    </ConfirmDialog>
  );
}
