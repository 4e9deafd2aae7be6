'use client';

import { useState } from 'react';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { CommentField } from '@/components/form/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import { type CaseFailure, MAX_SETTLE_REASON_LENGTH } from '@/lib/cases/contract';
import { explainCaseFailure, explainUnknownOutcome } from '@/lib/cases/explain-failure';
import type { Explanation } from '@/lib/http/problems';
import type { Result } from '@/lib/result';

interface SettleDialogProps {
  verb: 'Settle' | 'Reopen';
  act: (reason: string) => Promise<Result<null, CaseFailure>>;
  /** Called after the action, and after a failure that another state caused. */
  onChanged: () => void;
  onClose: () => void;
}

/** Asks for the reason for which a problem is settled or reopened. */
export function SettleDialog({ verb, act, onChanged, onClose }: SettleDialogProps) {
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const notDone = verb === 'Settle' ? 'The problem was not settled' : 'The problem was not reopened';
  const confirm = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const outcome = await act(reason);
      if (outcome.ok) {
        onChanged();
        onClose();
        return;
      }
      setFailure(explainCaseFailure(outcome.error, notDone));
      if (outcome.error.kind === 'not-now') onChanged();
    } catch {
      setFailure(explainUnknownOutcome(UNKNOWN_OUTCOME));
    }
    setIsBusy(false);
  };
  return (
    <ConfirmDialog
      title={verb === 'Settle' ? 'Settle this problem?' : 'Reopen this problem?'}
      confirmLabel={verb}
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {verb === 'Settle'
          ? 'The transfer itself does not change. It no longer counts as needing attention, until its status changes.'
          : 'The transfer itself does not change. It counts as needing attention again.'}
      </p>
      <CommentField
        label="Reason"
        isRequired
        hint="Everybody who opens the transfer reads it."
        value={reason}
        onChange={setReason}
        maxLength={MAX_SETTLE_REASON_LENGTH}
      />
    </ConfirmDialog>
  );
}

const UNKNOWN_OUTCOME = 'It is not known whether the problem has changed';
