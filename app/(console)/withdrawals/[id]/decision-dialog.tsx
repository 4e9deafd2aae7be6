'use client';

import { FRESH_SIGN_IN_MINUTES } from '@/lib/identity/sign-in-time';
import { usePathname } from 'next/navigation';
import { type ReactNode, useRef, useState } from 'react';
import { explainDecisionFailure, NO_ANSWER } from '@/app/(console)/withdrawals/[id]/explain-decision-failure';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { CeremonyError } from '@/components/passkeys/use-ceremony';
import { useRenewSignIn } from '@/components/shell/renew-sign-in';
import { keepTexts } from '@/components/form/kept-text';
import { CommentField } from '@/components/form/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
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
  /** What confirming does, beside the button. */
  consequence?: ReactNode;
  /** True where the person must renew their sign-in first. */
  isStale?: boolean;
  /** Tells whether the fields in `children` are right, and says at them what is wrong. */
  isConfirmed?: () => boolean;
  /** The entries of `children`: an error about other entries is not shown for these. */
  entered?: string;
  /** True where something was found: the keys lead to the button, and do not confirm. */
  needsButton?: boolean;
  /** What is to be done in place of the decision, by what the person entered. */
  instead?: { label: string; onChoose: () => void } | undefined;
  /** The first text of the comment. */
  initialComment?: string;
  /** Keeps the comment while the person renews their sign-in; by default as every field of the page does. */
  keepComment?: (comment: string) => void;
  /** What others did while the dialog was open; undefined where nothing relevant changed. */
  concurrentChange: string | undefined;
  /** True where the decision needs no passkey: confirming again after the browser's prompt was declined decides. */
  canDoWithoutPasskey?: boolean;
  decide: (comment: string, without: WithoutPasskey) => Promise<Result<unknown, DecisionFailure>>;
  /** Called once the decision was recorded. */
  onDone: () => void;
  /** Called when the dialog closes without a decision. */
  onClose: () => void;
  children?: ReactNode;
}

/** What the action takes besides its input, where the person decides without their passkey. */
interface WithoutPasskey {
  signature?: 'declined';
}

/** Asks for confirmation of a decision on a request, and explains a failure. */
export function DecisionDialog({
  title,
  confirmLabel,
  look,
  comment,
  consequence,
  isStale = false,
  isConfirmed = () => true,
  entered = '',
  needsButton = false,
  instead,
  initialComment = '',
  keepComment = keepTexts,
  concurrentChange,
  canDoWithoutPasskey = false,
  decide,
  onDone,
  onClose,
  children,
}: DecisionDialogProps) {
  const [text, setText] = useState(initialComment);
  const { isLeaving, renew } = useRenewSignIn();
  const { isBusy, failure, mustRenew, isSignedOut, confirm, field, fieldError } = useDecision({
    confirmLabel,
    comment,
    isStale,
    entered,
    canDoWithoutPasskey,
    decide,
    onDone,
  });
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={mustRenew ? 'Renew sign-in' : confirmLabel}
      look={mustRenew ? 'primary' : look}
      needsButton={needsButton}
      instead={instead}
      consequence={mustRenew ? 'Signing in decides nothing.' : consequence}
      isBusy={isBusy || isLeaving}
      error={failure && <ExplanationNotice explanation={failure}>{isSignedOut && <SignInLink />}</ExplanationNotice>}
      onConfirm={() => {
        if (mustRenew) renew(() => keepComment(text));
        else if (isConfirmed()) void confirm(text);
      }}
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
          ref={field}
          error={fieldError}
        />
      )}
      {mustRenew && (
        <p>
          To confirm, you must have signed in within the last {FRESH_SIGN_IN_MINUTES} minutes. After signing in, you
          return to this dialog.
        </p>
      )}
    </ConfirmDialog>
  );
}

function useDecision({
  confirmLabel,
  comment,
  isStale,
  entered,
  canDoWithoutPasskey,
  decide,
  onDone,
}: Pick<DecisionDialogProps, 'confirmLabel' | 'decide' | 'onDone'> & {
  comment: DecisionDialogProps['comment'] | undefined;
  isStale: boolean;
  entered: string;
  canDoWithoutPasskey: boolean;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  // The entries that were refused; undefined after any other failure.
  const [refused, setRefused] = useState<string>();
  const [mustRenew, setMustRenew] = useState(isStale);
  const [isSignedOut, setIsSignedOut] = useState(false);
  const [without, setWithout] = useState<WithoutPasskey>({});
  const [fieldError, setFieldError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const explainDeclined = (explanation: Explanation) =>
    canDoWithoutPasskey
      ? { ...explanation, next: `Press “${confirmLabel}” again to do it without a signature.` }
      : explanation;
  const confirm = async (text: string) => {
    if (comment?.missing !== undefined && text.trim() === '') {
      setFieldError(comment.missing);
      field.current?.focus();
      return;
    }
    setFieldError(undefined);
    setIsBusy(true);
    try {
      const outcome = await decide(text, without);
      if (outcome.ok) return onDone();
      setFailure(explainDecisionFailure(outcome.error));
      setRefused(outcome.error.kind === 'invalid' ? entered : undefined);
      setMustRenew(outcome.error.kind === 'stale-sign-in');
      setIsSignedOut(outcome.error.kind === 'signed-out');
    } catch (error) {
      const isDeclined = error instanceof CeremonyError;
      setFailure(isDeclined ? explainDeclined(error.explanation) : NO_ANSWER);
      setRefused(undefined);
      if (isDeclined && canDoWithoutPasskey) setWithout({ signature: 'declined' });
    }
    setIsBusy(false);
  };
  const isPast = refused !== undefined && refused !== entered;
  return { isBusy, failure: isPast ? undefined : failure, mustRenew, isSignedOut, confirm, field, fieldError };
}

function SignInLink() {
  return (
    <a className="underline" href={routes.signInTo(usePathname())}>
      Sign in
    </a>
  );
}
