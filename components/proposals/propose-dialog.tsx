'use client';

import { type ReactNode, useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { CeremonyError } from '@/components/passkeys/use-ceremony';
import { CommentField } from '@/components/form/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import type { Explanation } from '@/lib/http/problems';
import { explainProposalFailure, type ProposalFailure } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';

interface ProposeDialogProps {
  title: string;
  confirmLabel: string;
  /** Describes the proposed change. */
  children: ReactNode;
  propose: (comment: string) => Promise<Result<unknown, ProposalFailure>>;
  onProposed: () => void;
  onClose: () => void;
}

// The comment is kept, and the values of the page behind it are not.
const OUTDATED = {
  detail: 'Nothing was recorded, and your comment is kept.',
  next: 'Note what else you changed on this page, since a reload discards it. Then reload the page and propose it again.',
};

/** Dialog that proposes a change that takes two people, with a comment for the second person. */
export function ProposeDialog({ title, confirmLabel, children, propose, onProposed, onClose }: ProposeDialogProps) {
  const [comment, setComment] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();

  const submit = async () => {
    if (comment.trim() === '') {
      setFailure({ title: 'Enter a comment', detail: 'Nothing was changed.', next: '' });
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
      setFailure({ ...explainProposalFailure(outcome.error), ...(outcome.error.kind === 'outdated' && OUTDATED) });
    } catch (error) {
      setFailure(
        error instanceof CeremonyError
          ? error.explanation
          : {
              title: 'The console did not answer',
              detail: 'Nothing changes until a second person confirms, but the change may have been proposed.',
              next: 'Load the page again and check before you propose the change again.',
            },
      );
    }
    setIsBusy(false);
  };

  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      {children}
      <CommentField
        label="Comment"
        isRequired
        hint="Give the reason. The second person reads it."
        value={comment}
        onChange={setComment}
        maxLength={500}
      />
    </ConfirmDialog>
  );
}
