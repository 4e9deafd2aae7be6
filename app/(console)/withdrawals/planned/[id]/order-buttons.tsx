'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { orderStepAction } from '@/app/(console)/withdrawals/planned/actions';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { signWhereAsked } from '@/components/passkeys/sign-where-asked';
import { CeremonyError } from '@/components/passkeys/use-ceremony';
import { Button } from '@/components/ui/button';
import { CommentField } from '@/components/form/comment-field';
import { ConfirmDialog } from '@/components/ui/dialog';
import type { Explanation } from '@/lib/http/problems';
import { explainOrderFailure, ORDER_STEPS, type OrderStep, type OrderView } from '@/lib/standing-orders/contract';

const STEPS: Record<OrderStep, { label: string; effect: string }> = {
  approve: {
    label: 'Agree to plan',
    effect:
      'Once two people have agreed, the console makes a request on each date. Every withdrawal still needs its own approvals.',
  },
  pause: {
    label: 'Pause plan',
    effect:
      'Nothing is requested until an administrator resumes the planned payment. Dates that pass until then are skipped.',
  },
  resume: {
    label: 'Resume plan',
    effect: 'The console makes requests on the dates to come. Those that have passed stay skipped.',
  },
  end: {
    label: 'End plan',
    effect:
      'Nothing more is requested, and an ended plan cannot be resumed. Approved withdrawals stay as they are. ' +
      'Those that wait for approval can only be rejected.',
  },
};

/** Buttons for the steps that the reader can take, and why they cannot take the next one. */
export function OrderButtons({ order }: { order: OrderView }) {
  const [step, setStep] = useState<OrderStep>();
  const possible = ORDER_STEPS.filter((one) => order.denied[one] === null);
  const reason = order.denied[order.state === 'PROPOSED' ? 'approve' : 'end'];
  return (
    <>
      {reason !== null && <p className="mb-2 text-dim">{reason}</p>}
      <div className="flex flex-wrap gap-2">
        {possible.map((one) => (
          <Button
            key={one}
            look={one === 'approve' ? 'primary' : one === 'end' ? 'danger' : 'plain'}
            onClick={() => setStep(one)}
          >
            {STEPS[one].label}
          </Button>
        ))}
      </div>
      {step && <StepDialog orderId={order.id} step={step} onClose={() => setStep(undefined)} />}
    </>
  );
}

function StepDialog({ orderId, step, onClose }: { orderId: string; step: OrderStep; onClose: () => void }) {
  const router = useRouter();
  const [reason, setReason] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const [without, setWithout] = useState<{ signature?: 'declined' }>({});
  const { label, effect } = STEPS[step];
  // An end only lowers what leaves, so that nobody needs a passkey for it.
  const explainPrompt = (explanation: Explanation) => {
    if (step !== 'end') return explanation;
    setWithout({ signature: 'declined' });
    return { ...explanation, next: `Press “${label}” again to do it without a signature.` };
  };
  const take = async () => {
    setIsBusy(true);
    try {
      const outcome = await signWhereAsked({ orderId, step, reason, ...without }, orderStepAction);
      if (outcome.ok) {
        onClose();
        router.refresh();
        return;
      }
      setFailure(explainOrderFailure(outcome.error));
    } catch (error) {
      setFailure(error instanceof CeremonyError ? explainPrompt(error.explanation) : NOT_ANSWERED);
    }
    setIsBusy(false);
  };
  return (
    <ConfirmDialog
      title={`${label}?`}
      confirmLabel={label}
      look={step === 'end' ? 'danger' : 'primary'}
      isBusy={isBusy}
      error={failure && <ExplanationNotice explanation={failure} />}
      onConfirm={() => void take()}
      onClose={onClose}
    >
      <p>{effect}</p>
      <CommentField
        label={step === 'approve' ? 'Comment (optional)' : 'Reason'}
        isRequired={step !== 'approve'}
        value={reason}
        onChange={setReason}
        maxLength={500}
      />
    </ConfirmDialog>
  );
}

const NOT_ANSWERED: Explanation = {
  title: 'The console did not answer, so it is not known whether this was done',
  detail: 'Nothing was sent.',
  next: 'Load the page again.',
};
