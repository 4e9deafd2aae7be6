'use client';

import { useEffect, useRef } from 'react';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { AddressChoice, ChecksAside } from '@/app/(console)/withdrawals/new/_review/checks-aside';
import { ChangesNotice } from '@/app/(console)/withdrawals/new/_review/changes-notice';
import {
  type ReviewedPaymentProps,
  TestPaymentReview,
} from '@/app/(console)/withdrawals/new/_review/test-payment-review';
import { useChecks, useReviewed } from '@/app/(console)/withdrawals/new/_review/use-checks';
import { findRecipient, useKnownRecipients } from '@/app/(console)/withdrawals/new/use-known-recipients';
import { FileNames } from '@/components/attachments/file-list';
import { ExactWithdrawal } from '@/components/withdrawals/exact-withdrawal';
import { ActionBar } from '@/components/ui/action-bar';
import { Button } from '@/components/ui/button';
import { Columns } from '@/components/ui/columns';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/panel';
import { Fact, Facts } from '@/components/ui/facts';
import type { StoredFile } from '@/lib/attachments/contract';
import { needsAddressChoice } from '@/lib/risk/recipient-checks';
import { isSameId } from '@/lib/text/uuid';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { explainOmittedBeneficiary } from '@/lib/withdrawals/beneficiary';
import { keepBeneficiary } from '@/lib/withdrawals/beneficiary-form';
import {
  serializeWithdrawalBody,
  type Submission,
  toWithdrawalBody,
  type WithdrawalForm,
} from '@/lib/withdrawals/body';

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
  const choice = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { form } = submission;
  const { beneficiary: beneficiaryMode, networks } = editing.registry;
  const network = networks.find(({ id }) => id === form.network);
  const found = useChecks(form, editing);
  const { similar, address, isPending, hasFailed } = useReviewed(form, editing);
  const { trial, checks } = found;
  const recipientName = useRecipientName(form);
  const isOmitted = beneficiaryMode === 'omit' && form.beneficiary.kind !== 'none';
  // Nobody submits an incomplete review, and nothing moves under a pointer that is about to press the button.
  const isComplete = !isPending && !checks.isPending && !trial.isPending;
  const travelRule = trial.data?.travelRule;
  const mustConfirmAddress =
    checks.data !== undefined && needsAddressChoice(checks.data) && form.chosenAddress !== form.destinationAddress;
  return (
    <>
      <PageTitle title="Review" headingRef={heading} />
      <Columns
        isAsideSticky
        aside={
          <ChecksAside
            {...found}
            place="review"
            form={{ ...form, beneficiary: keepBeneficiary(form.beneficiary, beneficiaryMode) }}
            network={network}
            similar={similar}
          />
        }
      >
        {travelRule && (
          <Notice look="bad" title={travelRule.reason}>
            <p>{travelRule.next}</p>
          </Notice>
        )}
        {address && (
          <Notice look={address.look} title={revealHiddenCharacters(address.title)}>
            <p>{address.next}</p>
          </Notice>
        )}
        {/* Above everything that is right of the address, since it may be another's. */}
        <div ref={choice} className="empty:hidden">
          <AddressChoice form={form} checks={checks.data} onChoose={onChoose} />
        </div>
        {isOmitted && <Notice look="warn" title={explainOmittedBeneficiary()} />}
        <ReviewedPayment
          submission={submission}
          beneficiaryMode={beneficiaryMode}
          value={checks.data?.value}
          recipientName={recipientName}
        />
        {files.length > 0 && (
          <Facts>
            <Fact name="Attachments (not sent)">
              <FileNames files={files} />
            </Fact>
          </Facts>
        )}
        <ChangesNotice editing={editing} formKey={submission.formKey} form={form} files={files} />
        {(hasFailed || trial.isError) && (
          <p className="text-warn">
            Not all checks could be made. You can submit; the console applies the policy again.
          </p>
        )}
        {isComplete && (
          <p className="text-dim">
            {explainNext({
              hasApprovals: (editing.amendment?.approvals ?? 0) > 0,
              hasTest: form.testAmount !== '',
              waits: trial.data?.waits ?? false,
            })}
          </p>
        )}
      </Columns>
      <div className="h-4" />
      <ActionBar isSticky>
        <div className="flex items-center gap-2">
          <Button
            look="primary"
            disabled={isSubmitting || !isComplete || mustConfirmAddress || Boolean(travelRule)}
            onClick={onSubmit}
          >
            {isSubmitting ? 'Submitting…' : 'Submit for approval'}
          </Button>
          <Button disabled={isSubmitting} onClick={onBack}>
            Edit withdrawal
          </Button>
        </div>
        {/* As high while it is empty, so that the button stays where it is. */}
        <p className="mt-1 min-h-5 text-label text-dim">
          {!isComplete && 'Checking the recipient and the payment…'}
          {isComplete && mustConfirmAddress && (
            <button
              type="button"
              className="text-warn underline"
              onClick={() => choice.current?.querySelector('input')?.focus()}
            >
              Confirm the address to submit
            </button>
          )}
        </p>
      </ActionBar>
    </>
  );
}

function ReviewedPayment(props: ReviewedPaymentProps) {
  const { submission, beneficiaryMode, value, recipientName } = props;
  const { note, testAmount } = submission.form;
  if (testAmount !== '') return <TestPaymentReview {...props} />;
  return (
    <ExactWithdrawal
      bytes={serializeWithdrawalBody(toWithdrawalBody(submission, beneficiaryMode))}
      note={note}
      recipientName={recipientName}
      value={value}
    />
  );
}

/**
 * Finds the name under which the approvers see the recipient: that of the entry with exactly this recipient, where the
 * profile may pay it. Null for none, and while it is not known.
 */
function useRecipientName({ destinationAddress, network, memo, profileId }: WithdrawalForm): string | null {
  const known = useKnownRecipients(destinationAddress);
  const entry = known && findRecipient(known, { network, address: destinationAddress, memo }).entry;
  const isAllowed = entry?.profiles.length === 0 || entry?.profiles.some((id) => isSameId(id, profileId));
  return entry && isAllowed ? entry.name : null;
}

/** Says what follows the submission, and from which moment nothing can be recalled. */
function explainNext({ hasApprovals, hasTest, waits }: Record<'hasApprovals' | 'hasTest' | 'waits', boolean>): string {
  const sent = hasTest ? 'test payment' : 'withdrawal';
  return [
    ...(hasApprovals ? ['All earlier approvals become void.'] : []),
    'Nothing is sent until the approvals are given.',
    waits
      ? `After the last one, the ${sent} waits for the limit over time, and cannot be recalled.`
      : `The last one sends the ${sent} at once, and it cannot be recalled.`,
    ...(hasTest ? ['The remainder waits.'] : []),
  ].join(' ');
}
