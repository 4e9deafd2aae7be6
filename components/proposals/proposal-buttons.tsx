'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { RenewSignIn } from '@/components/shell/renew-sign-in';
import { Button } from '@/components/ui/button';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { CeremonyError } from '@/components/passkeys/use-ceremony';
import { CommentField } from '@/components/form/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import type { Explanation } from '@/lib/http/problems';
import type { Unsigned } from '@/lib/passkeys/contract';
import { explainProposalFailure, type ProposalFailure, type ProposalView } from '@/lib/proposals/proposals';
import type { Result } from '@/lib/result';

type Step = (input: {
  proposalId: string;
  comment: string;
  signature?: unknown;
}) => Promise<Result<unknown, ProposalFailure | Unsigned>>;

/** Server actions behind the buttons. Where the reader must sign, the dialog asks for the touch of their passkey. */
export interface ProposalSteps {
  confirm: Step;
  decline: Step;
  withdraw: Step;
}

interface Choice {
  step: keyof ProposalSteps;
  label: string;
  title: string;
  look: 'primary' | 'danger';
}

const CONFIRM: Choice = { step: 'confirm', label: 'Confirm', title: 'Confirm this change?', look: 'primary' };
const DECLINE: Choice = { step: 'decline', label: 'Decline', title: 'Decline this change?', look: 'danger' };
const WITHDRAW: Choice = { step: 'withdraw', label: 'Withdraw', title: 'Withdraw this change?', look: 'danger' };

/** Shows the buttons that the reader can use on an open proposal. Each opens a dialog with the proposed change. */
export function ProposalButtons({
  proposal,
  steps,
  onDecided,
  children,
}: {
  proposal: ProposalView;
  steps: ProposalSteps;
  onDecided?: () => void;
  children: ReactNode;
}) {
  const [choice, setChoice] = useState<Choice>();
  const choices = proposal.isMine ? [WITHDRAW] : [CONFIRM, DECLINE];
  const isDisabled = !proposal.isMine && proposal.confirmDenialReason !== null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {choices.map((offered) => (
          <Button key={offered.step} look={offered.look} disabled={isDisabled} onClick={() => setChoice(offered)}>
            {offered.label}
          </Button>
        ))}
        {proposal.confirmDenialReason !== null && (
          <span className="text-label text-dim">{proposal.confirmDenialReason}</span>
        )}
      </div>
      {choice && (
        <StepDialog
          proposalId={proposal.id}
          choice={choice}
          step={steps[choice.step]}
          onClose={() => setChoice(undefined)}
          {...(onDecided && { onDecided })}
        >
          {children}
        </StepDialog>
      )}
    </>
  );
}

interface StepDialogProps {
  proposalId: string;
  choice: Choice;
  step: Step;
  onClose: () => void;
  onDecided?: () => void;
  children: ReactNode;
}

function StepDialog({ proposalId, choice, step, onClose, onDecided, children }: StepDialogProps) {
  const router = useRouter();
  const [comment, setComment] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const [isStale, setIsStale] = useState(false);
  const needsReason = choice.step === 'decline';

  // Refreshed only when the dialog closes: the new data can remove the buttons, and with them this dialog's message.
  const close = () => {
    onClose();
    onDecided?.();
    router.refresh();
  };
  const submit = async () => {
    if (needsReason && comment.trim() === '') {
      setFailure({ title: 'Enter a reason', detail: 'Nothing was changed.', next: '' });
      return;
    }
    setIsBusy(true);
    try {
      const outcome = await signWhereAsked({ proposalId, comment }, step);
      if (outcome.ok) return close();
      setFailure(explainProposalFailure(outcome.error));
      setIsStale(outcome.error.kind === 'stale-sign-in');
    } catch (error) {
      setFailure(
        error instanceof CeremonyError
          ? error.explanation
          : {
              title: 'The console did not answer',
              detail: 'The change may or may not have been made.',
              next: 'Load the page again to see the current state before you try again.',
            },
      );
    }
    setIsBusy(false);
  };

  return (
    <ConfirmDialog
      title={choice.title}
      confirmLabel={choice.label}
      look={choice.look}
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure}>{isStale && <RenewSignIn />}</ExplanationNotice>}
      onConfirm={() => void submit()}
      onClose={close}
    >
      {children}
      {choice.step !== 'withdraw' && (
        <CommentField
          label={needsReason ? 'Reason' : 'Comment (optional)'}
          isRequired={needsReason}
          value={comment}
          onChange={setComment}
          maxLength={500}
        />
      )}
    </ConfirmDialog>
  );
}
