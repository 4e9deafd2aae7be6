'use client';

import { useEffect, useRef } from 'react';
import { WithdrawalBodyFacts } from '@/components/withdrawal-body-facts';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { serializeWithdrawalBody, type Submission, toWithdrawalBody } from '@/lib/withdrawals';

interface ReviewProps {
  submission: Submission;
  isSubmitting: boolean;
  onSubmit: () => void;
  onBack: () => void;
}

/** Exactly what will be sent, before it is. The server builds the same body from the same form. */
export function WithdrawalReview({ submission, isSubmitting, onSubmit, onBack }: ReviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const body = toWithdrawalBody(submission);
  return (
    <div className="max-w-3xl space-y-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        Review: exactly this will be sent
      </h2>
      <Panel>
        <WithdrawalBodyFacts body={body} />
        <details className="mt-4 text-sm">
          <summary className="text-dim">As the service gets it</summary>
          <pre className="mt-2 rounded-control bg-soft p-3 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">{serializeWithdrawalBody(body)}</pre>
        </details>
      </Panel>
      <Notice look="warn" title="It is sent as soon as you submit it, and it cannot be recalled.">
        <p>Approval by a second person is not built yet.</p>
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={isSubmitting} onClick={onSubmit}>
          {isSubmitting ? 'Submitting…' : 'Submit for approval'}
        </Button>
        <Button disabled={isSubmitting} onClick={onBack}>
          Change something
        </Button>
      </div>
    </div>
  );
}
