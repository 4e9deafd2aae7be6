'use client';

import { clsx } from 'clsx';
import {
  DecideButtons,
  type DecideButtonsProps,
  hasButtons,
} from '@/app/(console)/withdrawals/[id]/_decision/decide-buttons';
import { FindingsPanel } from '@/app/(console)/withdrawals/[id]/_decision/findings-panel';
import { Signatures } from '@/app/(console)/withdrawals/[id]/_decision/signatures';

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
          <Signatures request={request} />
        </div>
      </div>
      <DecideButtons {...props} />
    </section>
  );
}
