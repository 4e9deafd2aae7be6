'use client';

import { clsx } from 'clsx';
import {
  DecideButtons,
  type DecideButtonsProps,
  hasButtons,
} from '@/app/(console)/withdrawals/[id]/_decision/decide-buttons';
import { FindingsPanel } from '@/app/(console)/withdrawals/[id]/_decision/findings-panel';
import { LimitUses } from '@/components/values/limit-uses';
import { UntrustedText } from '@/components/values/untrusted-text';
import { SignatureLines } from '@/components/withdrawals/signature-lines';
import { listSignatureLines } from '@/lib/requests/signatures/lines';

/** Shows what a decision rests on, beside the request: the findings, who signed and who is to sign, and the buttons. */
export function DecisionCard(props: DecideButtonsProps) {
  const { request } = props;
  const isWaiting = request.state === 'AWAITING_APPROVAL';
  return (
    <section
      aria-label="Your decision"
      className={clsx(
        'max-lg:contents lg:flex lg:max-h-[calc(100dvh-6rem)] lg:flex-col lg:gap-4',
        hasButtons(request) && 'lg:rounded-panel lg:border lg:border-line lg:bg-panel lg:p-5',
      )}
    >
      <div className="max-lg:contents lg:-mx-5 lg:min-h-0 lg:space-y-5 lg:overflow-y-auto lg:px-5">
        {isWaiting && (
          <div>
            <FindingsPanel request={request} />
          </div>
        )}
        {/* On a phone after the other facts, where the bar of buttons has the slots. */}
        <div className="max-lg:order-1">
          <SignatureLines lines={listSignatureLines(request)} isProofUsed={request.hasEvidence} />
          {isWaiting && request.rule.name !== '' && (
            <p className="mt-2 text-label text-dim [overflow-wrap:anywhere]">
              Rule {request.rule.number}, <UntrustedText text={request.rule.name} limit={120} />
            </p>
          )}
          {isWaiting && <LimitUses uses={request.rule.limits} />}
        </div>
      </div>
      <DecideButtons {...props} />
    </section>
  );
}
