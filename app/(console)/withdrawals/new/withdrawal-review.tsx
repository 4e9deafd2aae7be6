'use client';

import { useEffect, useRef } from 'react';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { useRecipientChecks } from '@/app/(console)/withdrawals/new/use-recipient-checks';
import { TestPaymentReview } from '@/app/(console)/withdrawals/new/test-payment-review';
import { usePreview } from '@/app/(console)/withdrawals/new/use-preview';
import { ExactWithdrawal } from '@/components/withdrawals/exact-withdrawal';
import { RecipientChecksView } from '@/components/withdrawals/recipient-checks-view';
import { SimilarRequests } from '@/components/withdrawals/similar-requests';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { needsAddressChoice } from '@/lib/risk/recipient-checks';
import { serializeWithdrawalBody, type Submission, toWithdrawalBody } from '@/lib/withdrawals/body';

interface ReviewProps {
  editing: Editing;
  submission: Submission;
  isSubmitting: boolean;
  /** Which address is meant, where others look like it. */
  onChoose: (address: string) => void;
  onSubmit: () => void;
  onBack: () => void;
}

/** Exactly what will be sent, before it is asked for, and what comes next. The server builds the same body from the same form. */
export function WithdrawalReview({ editing, submission, isSubmitting, onChoose, onSubmit, onBack }: ReviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const body = toWithdrawalBody(submission);
  const { rule, similar, isPending, hasFailed } = usePreview(body, editing);
  const { crypto_network: network, destination_address: address, asset, memo = '', profile_id: profile } = body;
  const checks = useRecipientChecks(
    { network, address, asset, memo, profile, value: body.amount ?? body.total },
    editing.amendment?.requestId,
  );
  const { destinationAddress, chosenAddress, addressEntry, testAmount } = submission.form;
  // Nobody submits what they have not seen all of, and nothing moves under a pointer that is about to press the button.
  const isLookedUp = !checks.isPending && !isPending;
  const mustStillChoose =
    checks.data !== undefined && needsAddressChoice(checks.data) && chosenAddress !== destinationAddress;
  return (
    <div className="max-w-3xl space-y-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        Review: exactly this will be sent
      </h2>
      {similar && similar.length > 0 && <SimilarRequests similar={similar} />}
      {testAmount === '' ? (
        <Panel>
          <ExactWithdrawal
            bytes={serializeWithdrawalBody(body)}
            note={submission.form.note}
            addressEntry={addressEntry}
          />
        </Panel>
      ) : (
        <TestPaymentReview submission={submission} />
      )}
      {checks.data && (
        <Panel title="What is known about the recipient">
          <RecipientChecksView
            network={network}
            address={destinationAddress}
            checks={checks.data}
            title="What is known about the recipient"
            chosen={chosenAddress}
            onChoose={onChoose}
          />
        </Panel>
      )}
      {checks.isError && (
        <Notice look="warn" title="Unavailable: what is known about the recipient could not be looked up.">
          <p>It is looked up again when you submit, and kept with the request.</p>
        </Notice>
      )}
      <Notice look="info" title="Nothing is sent before the approvals that the policy asks for are there.">
        {rule !== undefined && <p>{rule}</p>}
        {editing.amendment && <p>Every decision so far is void: whoever approved before must look again.</p>}
        <p>
          {testAmount === ''
            ? 'With the last approval it is sent at once, and cannot be recalled from then on.'
            : 'With the last approval the test is sent at once and cannot be recalled; the remainder waits.'}
        </p>
        {hasFailed && (
          <p>
            Whether the same payment was asked for within 24 hours could not be looked up. The request’s page shows it.
          </p>
        )}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" disabled={isSubmitting || !isLookedUp || mustStillChoose} onClick={onSubmit}>
          {isSubmitting ? 'Submitting…' : 'Submit for approval'}
        </Button>
        <Button disabled={isSubmitting} onClick={onBack}>
          Change something
        </Button>
      </div>
      {!isLookedUp && <p className="text-sm text-dim">Looking up what is known about the recipient and the payment…</p>}
      {mustStillChoose && (
        <p className="text-sm text-warn">Say first which address is meant: another that is known looks like it.</p>
      )}
    </div>
  );
}
