'use client';

import { useState } from 'react';
import { DecisionDialog } from '@/app/(console)/withdrawals/[id]/decision-dialog';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { confirmTestAction } from '@/app/(console)/withdrawals/[id]/actions';
import { Money } from '@/components/values/money';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { explainLock, type TestPaymentPart, type TestPaymentView } from '@/lib/requests/bundles/bundles';
import { describeRequest, type RequestView } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';
import { groupDigits } from '@/lib/money/format-amount';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

const CONFIRM = 'Confirm receipt';

interface TestPaymentPanelProps {
  testPayment: TestPaymentView;
  request: RequestView;
  onChanged: () => Promise<unknown>;
}

/** Shows a test payment and its remainder, why the remainder is locked, and the confirmation that releases it. */
export function TestPaymentPanel({ testPayment, request, onChanged }: TestPaymentPanelProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const { test, remainder, totalAmount, confirmation, confirmDenialReason } = testPayment;
  const close = () => {
    setIsConfirming(false);
    void onChanged();
  };
  // An open dialog stays, with its text, when someone else confirms first.
  const canBeConfirmed = remainder.state === 'APPROVED' && !remainder.send && test.send?.transferStatus === 'COMPLETED';
  return (
    <Panel title="Test payment">
      <ol className="divide-y divide-line border-y border-line text-body">
        <Part name="Test payment" part={test} isThis={test.id === request.id} />
        <Part name="Remainder" part={remainder} isThis={remainder.id === request.id} />
      </ol>
      <p className="mt-2 text-body">
        Total: <Money amount={totalAmount} asset={test.body.asset} />
      </p>
      <p aria-live="polite" className="mt-2 text-body empty:hidden">
        {explainLock(testPayment)}
      </p>
      {confirmation && (
        <p className="mt-2 text-body">
          <UntrustedText text={confirmation.by} /> confirmed receipt of the test payment on{' '}
          <Time iso={confirmation.at} withSeconds />: “
          <UntrustedText text={confirmation.comment} limit={500} />”
        </p>
      )}
      {canBeConfirmed && (
        <div className="mt-3">
          <Button look="primary" disabled={confirmDenialReason !== null} onClick={() => setIsConfirming(true)}>
            {nameConfirmation(testPayment, request)}
          </Button>
          {confirmDenialReason !== null && <p className="mt-2 text-label text-dim">{confirmDenialReason}</p>}
        </div>
      )}
      {isConfirming && <ConfirmReceiptDialog testPayment={testPayment} request={request} onClose={close} />}
    </Panel>
  );
}

/** Names the button by what it does, such as “Confirm receipt and send 639.98 SOL”. */
function nameConfirmation({ remainder }: Pick<TestPaymentView, 'remainder'>, { rule }: RequestView): string {
  if (rule.leavesAt !== null) return CONFIRM;
  const { amount, asset } = fixedValueOf(remainder.body);
  return `${CONFIRM} and send ${groupDigits(amount)} ${asset}`;
}

interface ConfirmReceiptDialogProps {
  testPayment: TestPaymentView;
  request: RequestView;
  onClose: () => void;
}

function ConfirmReceiptDialog({
  testPayment: { id: bundleId, test, remainder, confirmation },
  request,
  onClose,
}: ConfirmReceiptDialogProps) {
  const { leavesAt } = request.rule;
  return (
    <DecisionDialog
      title="Has the recipient received the test payment?"
      confirmLabel={nameConfirmation({ remainder }, request)}
      look="primary"
      comment={{ label: 'How you know', missing: 'Enter how you know that the recipient has received it.' }}
      isStale={!request.isSignInFresh}
      concurrentChange={confirmation ? 'Someone else confirmed receipt while this dialog was open.' : undefined}
      decide={(comment) => signWhereAsked({ bundleId, comment }, confirmTestAction)}
      onDone={onClose}
      onClose={onClose}
    >
      <p>
        Ask the recipient, through a channel that you trust, whether{' '}
        <Money amount={test.body.amount} asset={test.body.asset} /> has arrived. A transaction that is visible on the
        network does not prove who owns the address.
      </p>
      <p className="font-medium">
        The remainder of <Money amount={remainder.body.amount} asset={remainder.body.asset} />{' '}
        {leavesAt === null ? (
          'is then sent at once and cannot be recalled.'
        ) : (
          <>
            then leaves no earlier than <Time iso={leavesAt} />, and cannot be recalled then.
          </>
        )}
      </p>
    </DecisionDialog>
  );
}

function Part({ name, part, isThis }: { name: string; part: TestPaymentPart; isThis: boolean }) {
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-3 gap-y-1 py-2" aria-current={isThis ? 'true' : undefined}>
      <span className="text-dim">
        {name}
        {isThis && ' (this request)'}
      </span>
      <span className="min-w-0">
        <Money amount={part.body.amount} asset={part.body.asset} />
        <span className="block">
          <StatusMark {...describeRequest(part)} />
        </span>
        {!isThis && (
          <Link href={routes.withdrawal(part.id)} className="font-mono text-label underline [overflow-wrap:anywhere]">
            {part.refId}
          </Link>
        )}
      </span>
    </li>
  );
}
