'use client';

import { useRouter } from 'next/navigation';
import type { FormEvent, ReactNode } from 'react';
import { DiscardButton } from '@/app/(console)/_proposals/discard-button';
import { postProposal } from '@/app/(console)/_proposals/post-proposal';
import type { NewProposal } from '@/app/(console)/_proposals/proposal-steps';
import { ProposeDialog } from '@/components/proposals/propose-dialog';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';

interface ProposalFormProps {
  title: string;
  /** The fields. */
  children: ReactNode;
  /** Checks the fields, and sets `reviewed` where they are complete. */
  onReview: (event: FormEvent) => unknown;
  canReview?: boolean;
  /** True where leaving the editor would lose changes. */
  isChanged: boolean;
  /** Why the change cannot be reviewed yet, as a sentence, where the fields do not say so. */
  problem?: string | undefined;
  /** The change as it would be proposed and as the second administrator will see it; undefined while it is edited. */
  reviewed: ReviewedChange | undefined;
  /** Returns to the fields. */
  onEdit: () => void;
  /** Leaves the editor. */
  onClose: () => void;
}

interface ReviewedChange {
  proposal: Omit<NewProposal, 'comment'>;
  changes: ReactNode;
  /** What else the change does, as a sentence. */
  effect?: string;
}

/** Form for a change that takes two people: the fields, then what they change, then the proposal with a comment. */
export function ProposalForm(props: ProposalFormProps) {
  const { title, children, onReview, canReview = true, isChanged, problem, reviewed, onEdit, onClose } = props;
  const router = useRouter();
  return (
    <>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void onReview(event);
        }}
      >
        <Panel title={title}>{children}</Panel>
        <ActionBar isSticky>
          <div aria-live="polite" className="mb-2 empty:hidden">
            {problem !== undefined && <Notice look="bad" title={problem} />}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="primary" disabled={!canReview}>
              Review change
            </Button>
            <DiscardButton isChanged={isChanged} onDiscard={onClose} />
          </div>
        </ActionBar>
      </form>
      {reviewed && (
        <ProposeDialog
          title="Propose this change?"
          confirmLabel="Propose change"
          propose={(comment) => postProposal({ ...reviewed.proposal, comment })}
          onProposed={() => {
            onClose();
            router.refresh();
          }}
          onClose={onEdit}
        >
          <p>
            Nothing changes until another administrator confirms this proposal.
            {reviewed.effect !== undefined && ` ${reviewed.effect}`}
          </p>
          {reviewed.changes}
        </ProposeDialog>
      )}
    </>
  );
}
