'use client';

import { useEffect, useRef } from 'react';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { countFees, useRecipientChecks } from '@/app/(console)/withdrawals/new/use-recipient-checks';
import {
  type ReviewedPaymentProps,
  TestPaymentReview,
} from '@/app/(console)/withdrawals/new/_review/test-payment-review';
import { type Preview, usePreview } from '@/app/(console)/withdrawals/new/_review/use-preview';
import { FileNames } from '@/components/attachments/file-list';
import { ExactWithdrawal } from '@/components/withdrawals/exact-withdrawal';
import { RecipientChecksView } from '@/components/withdrawals/recipient-checks-view';
import { SimilarRequests } from '@/components/withdrawals/similar-requests';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Columns } from '@/components/ui/columns';
import { Notice } from '@/components/ui/notice';
import { LimitUses } from '@/components/values/limit-uses';
import { Panel } from '@/components/ui/panel';
import type { StoredFile } from '@/lib/attachments/contract';
import { needsAddressChoice } from '@/lib/risk/recipient-checks';
import { withTextNotes } from '@/lib/risk/text-finding';
import { findTextNotes } from '@/lib/withdrawals/text-notes';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { explainOmittedBeneficiary } from '@/lib/withdrawals/beneficiary';
import { keepBeneficiary } from '@/lib/withdrawals/beneficiary-form';
import { serializeWithdrawalBody, type Submission, toWithdrawalBody } from '@/lib/withdrawals/body';

interface ReviewProps {
  editing: Editing;
  submission: Submission;
  files: readonly StoredFile[];
  isSubmitting: boolean;
  /** Called with the address that the requester confirms where similar ones are known. */
  onChoose: (address: string) => void;
  onSubmit: () => void;
  onBack: () => void;
}

/** Review of the exact request and its checks before submission. The server builds the same body from the same form. */
export function WithdrawalReview({
  editing,
  submission,
  files,
  isSubmitting,
  onChoose,
  onSubmit,
  onBack,
}: ReviewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const body = toWithdrawalBody(submission, editing.registry.beneficiary);
  const preview = usePreview(submission, editing);
  const { crypto_network: network, destination_address: address, asset, memo = '', profile_id: profile } = body;
  const checks = useRecipientChecks(
    {
      network,
      address,
      asset,
      memo,
      profile,
      value: body.amount ?? body.total,
      balanceAsset: body.balance_asset ?? '',
      fees: countFees(submission.form),
    },
    editing.amendment?.requestId,
  );
  const { beneficiary: beneficiaryMode } = editing.registry;
  const isOmitted = beneficiaryMode === 'omit' && submission.form.beneficiary.kind !== 'none';
  const notes = findTextNotes(
    { ...submission.form, beneficiary: keepBeneficiary(submission.form.beneficiary, beneficiaryMode) },
    editing.registry.networks.find(({ id }) => id === network),
  );
  const { destinationAddress, chosenAddress, testAmount } = submission.form;
  // Nobody submits an incomplete review, and nothing moves under a pointer that is about to press the button.
  const isComplete = !checks.isPending && !preview.isPending;
  const mustConfirmAddress =
    checks.data !== undefined && needsAddressChoice(checks.data) && chosenAddress !== destinationAddress;
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-3 text-heading font-semibold outline-none">
        Review what will be sent
      </h2>
      <Columns
        aside={
          <>
            {checks.data && (
              <Panel title="Recipient checks">
                <RecipientChecksView
                  network={network}
                  address={destinationAddress}
                  checks={{ ...checks.data, card: withTextNotes(checks.data.card, notes) }}
                  title="Recipient checks"
                  chosen={chosenAddress}
                  onChoose={onChoose}
                />
              </Panel>
            )}
            {checks.isError && (
              <Notice look="warn" title="The recipient could not be checked.">
                <p>The console checks again when you submit, and stores the result with the request.</p>
              </Notice>
            )}
          </>
        }
        after={
          <ActionBar isSticky>
            <div className="flex flex-wrap items-center gap-2">
              <Button
                look="primary"
                disabled={isSubmitting || !isComplete || mustConfirmAddress || preview.travelRule !== undefined}
                onClick={onSubmit}
              >
                {isSubmitting ? 'Submitting…' : 'Submit for approval'}
              </Button>
              <Button disabled={isSubmitting} onClick={onBack}>
                Edit withdrawal
              </Button>
            </div>
            {!isComplete && <p className="mt-2 text-dim">Checking the recipient and the payment…</p>}
            {mustConfirmAddress && (
              <p className="mt-2 text-warn">Confirm the address: it closely resembles one you have used before.</p>
            )}
          </ActionBar>
        }
      >
        {preview.similar && preview.similar.length > 0 && <SimilarRequests similar={preview.similar} />}
        {preview.travelRule && (
          <Notice look="bad" title={preview.travelRule.reason}>
            <p>{preview.travelRule.next}</p>
          </Notice>
        )}
        {preview.address && (
          <Notice look={preview.address.look} title={revealHiddenCharacters(preview.address.title)}>
            <p>{preview.address.next}</p>
          </Notice>
        )}
        {isOmitted && <Notice look="warn" title={explainOmittedBeneficiary()} />}
        <ReviewedPayment submission={submission} beneficiaryMode={beneficiaryMode} value={checks.data?.value} />
        {files.length > 0 && (
          <Panel title="Attachments, not sent">
            <FileNames files={files} />
          </Panel>
        )}
        <NextSteps preview={preview} isAmendment={editing.amendment !== undefined} hasTest={testAmount !== ''} />
      </Columns>
    </>
  );
}

function ReviewedPayment({ submission, beneficiaryMode, value }: ReviewedPaymentProps) {
  const { note, addressEntry, testAmount } = submission.form;
  if (testAmount !== '')
    return <TestPaymentReview submission={submission} beneficiaryMode={beneficiaryMode} value={value} />;
  return (
    <Panel>
      <ExactWithdrawal
        bytes={serializeWithdrawalBody(toWithdrawalBody(submission, beneficiaryMode))}
        note={note}
        addressEntry={addressEntry}
        value={value}
      />
    </Panel>
  );
}

/** Notice about the approvals that follow the submission, and about the moment from which nothing can be recalled. */
function NextSteps({
  preview: { rule, limits, waits, hasFailed },
  isAmendment,
  hasTest,
}: {
  preview: Preview;
  isAmendment: boolean;
  hasTest: boolean;
}) {
  return (
    <Notice look="info" title="Nothing is sent until the approvals required by the policy are given.">
      {rule !== undefined && <p>{rule}</p>}
      <LimitUses uses={limits} />
      {isAmendment && <p>All earlier approvals become void. Approvers have to approve the new version.</p>}
      <p>{explainSending({ hasTest, waits })}</p>
      {hasFailed && (
        <p>
          The console could not check whether the same payment was requested within 24 hours. The request’s page shows
          the result after you submit.
        </p>
      )}
    </Notice>
  );
}

function explainSending({ hasTest, waits }: { hasTest: boolean; waits: boolean }): string {
  const sent = hasTest ? 'test payment' : 'withdrawal';
  const when = waits
    ? `After the last approval, the ${sent} waits and leaves as soon as the limit over time allows it.`
    : `The last approval sends the ${sent} at once.`;
  return hasTest
    ? `${when} A sent payment cannot be recalled. The remainder waits.`
    : `${when} A sent withdrawal cannot be recalled.`;
}
