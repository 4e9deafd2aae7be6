'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { explainDecisionFailure, NO_ANSWER } from '@/app/(console)/withdrawals/[id]/explain-decision-failure';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { CeremonyError } from '@/components/passkeys/use-ceremony';
import { RenewSignIn } from '@/components/shell/renew-sign-in';
import { CommentField } from '@/components/ui/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/requests/decisions';
import type { Explanation } from '@/lib/http/problems';
import type { Result } from '@/lib/result';
import { routes } from '@/lib/http/routes';
import type { DecisionFailure } from '@/lib/requests/contract';

interface DecisionDialogProps {
  title: string;
  confirmLabel: string;
  look: 'primary' | 'danger';
  /**
   * The label of the comment field; with `missing`, the comment is required and `missing` tells the person to enter it.
   */
  comment?: { label: string; missing?: string };
  /** True where the person must renew their sign-in first. */
  isStale?: boolean;
  /** What others did while the dialog was open; undefined where nothing relevant changed. */
  concurrentChange: string | undefined;
  decide: (comment: string) => Promise<Result<unknown, DecisionFailure>>;
  /** Called once the decision was recorded. */
  onDone: () => void;
  /** Called when the dialog closes without a decision. */
  onClose: () => void;
  children: ReactNode;
}

/** Asks for confirmation of a decision on a request, and explains a failure. */
export function DecisionDialog({
  title,
  confirmLabel,
  look,
  comment,
  isStale = false,
  concurrentChange,
  decide,
  onDone,
  onClose,
  children,
}: DecisionDialogProps) {
  const [text, setText] = useState('');
  const { isBusy, failure, mustRenew, isSignedOut, confirm } = useDecision({ comment, isStale, decide, onDone });
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      look={look}
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure}>{isSignedOut && <SignInLink />}</ExplanationNotice>}
      onConfirm={() => void confirm(text)}
      onClose={onClose}
    >
      {children}
      <div aria-live="polite" className="empty:hidden">
        {concurrentChange !== undefined && <Notice look="warn" title={concurrentChange} />}
      </div>
      {comment && (
        <CommentField
          label={comment.label}
          isRequired={comment.missing !== undefined}
          value={text}
          onChange={setText}
          maxLength={500}
        />
      )}
      {mustRenew && (
        <div className="space-y-2">
          <p>
            To confirm, you must have signed in within the last {FRESH_SIGN_IN_MINUTES} minutes. After signing in, you
            return to this page.
          </p>
          <RenewSignIn />
        </div>
      )}
    </ConfirmDialog>
  );
}

function useDecision({
  comment,
  isStale,
  decide,
  onDone,
}: Pick<DecisionDialogProps, 'decide' | 'onDone'> & {
  comment: DecisionDialogProps['comment'] | undefined;
  isStale: boolean;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const [mustRenew, setMustRenew] = useState(isStale);
  const [isSignedOut, setIsSignedOut] = useState(false);
  const confirm = async (text: string) => {
    if (comment?.missing !== undefined && text.trim() === '') {
      setFailure({ title: `${comment.label} is missing`, detail: 'Nothing was changed.', next: comment.missing });
      return;
    }
    setIsBusy(true);
    try {
      const outcome = await decide(text);
      if (outcome.ok) return onDone();
      setFailure(explainDecisionFailure(outcome.error));
      setMustRenew(outcome.error.kind === 'stale-sign-in');
      setIsSignedOut(outcome.error.kind === 'signed-out');
    } catch (error) {
      setFailure(error instanceof CeremonyError ? error.explanation : NO_ANSWER);
    }
    setIsBusy(false);
  };
  return { isBusy, failure, mustRenew, isSignedOut, confirm };
}

function SignInLink() {
  return (
    <a className="underline" href={routes.signInTo(usePathname())}>
      Sign in
    </a>
  );
}
