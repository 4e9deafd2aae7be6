'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { explainDecisionFailure, NO_ANSWER } from '@/app/(console)/withdrawals/[id]/explain-decision-failure';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { RenewSignIn } from '@/components/shell/renew-sign-in';
import { CommentField } from '@/components/ui/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import type { Explanation } from '@/lib/http/problems';
import type { Result } from '@/lib/result';
import { routes } from '@/lib/http/routes';
import type { DecisionFailure } from '@/lib/requests/contract';

interface ActDialogProps {
  title: string;
  confirmLabel: string;
  look: 'primary' | 'danger';
  /** Where it takes one: the label of its text, and what to do where it is left empty; it may be where nothing is given. */
  comment?: { label: string; ask?: string };
  /** Whether the person must sign in again before. */
  isStale?: boolean;
  /** What others did since it was opened. */
  meanwhile: string | undefined;
  act: (comment: string) => Promise<Result<unknown, DecisionFailure>>;
  /** After it was done. */
  onDone: () => void;
  /** Without having done it; also so that the page looks again. */
  onClose: () => void;
  children: ReactNode;
}

/** Asks once more before a decision on a request, and says what came of it. */
export function DecisionDialog({
  title,
  confirmLabel,
  look,
  comment,
  isStale = false,
  meanwhile,
  act,
  onDone,
  onClose,
  children,
}: ActDialogProps) {
  const [text, setText] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const [mustRenew, setMustRenew] = useState(isStale);
  const [isSignedOut, setIsSignedOut] = useState(false);
  const confirm = async () => {
    if (comment?.ask !== undefined && text.trim() === '') {
      setFailure({ title: `${comment.label} is missing`, detail: 'Nothing was changed.', next: comment.ask });
      return;
    }
    setIsBusy(true);
    try {
      const outcome = await act(text);
      if (outcome.ok) return onDone();
      setFailure(explainDecisionFailure(outcome.error));
      setMustRenew(outcome.error.kind === 'stale-sign-in');
      setIsSignedOut(outcome.error.kind === 'signed-out');
    } catch {
      setFailure(NO_ANSWER);
    }
    setIsBusy(false);
  };
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={confirmLabel}
      look={look}
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure}>{isSignedOut && <SignInLink />}</ExplanationNotice>}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {children}
      <div aria-live="polite" className="empty:hidden">
        {meanwhile !== undefined && <Notice look="warn" title={meanwhile} />}
      </div>
      {comment && (
        <CommentField
          label={comment.label}
          isRequired={comment.ask !== undefined}
          value={text}
          onChange={setText}
          maxLength={500}
        />
      )}
      {mustRenew && (
        <div className="space-y-2">
          <p>Before you approve you must have signed in within the last five minutes. You come back to this page.</p>
          <RenewSignIn />
        </div>
      )}
    </ConfirmDialog>
  );
}

function SignInLink() {
  return (
    <a className="underline" href={routes.signInTo(usePathname())}>
      Sign in
    </a>
  );
}
