import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { hasButtons } from '@/app/(console)/withdrawals/[id]/_decision/decide-buttons';
import { FindingsPanel } from '@/app/(console)/withdrawals/[id]/_decision/findings-panel';
import type { RequestView } from '@/lib/requests/request-view';

interface DecisionCardProps {
  request: RequestView;
  /** Who signed and who is to sign. */
  signatures: ReactNode;
  buttons: ReactNode;
  /** False where signatures and buttons are elsewhere on the page, as below 1024 px. */
  isWhole: boolean;
}

/** Shows what a decision rests on, beside the request: the findings, the signatures, and the buttons. */
export function DecisionCard({ request, signatures, buttons, isWhole }: DecisionCardProps) {
  return (
    <section
      aria-label={isWhole ? 'Your decision' : 'Checks'}
      className={clsx(
        'max-lg:contents lg:flex lg:max-h-[calc(100dvh-6rem)] lg:flex-col lg:gap-4',
        hasButtons(request) && 'lg:rounded-panel lg:border lg:border-line lg:bg-panel lg:p-5',
      )}
    >
      <div className="max-lg:contents lg:-mx-5 lg:min-h-0 lg:space-y-5 lg:overflow-y-auto lg:px-5">
        {request.state === 'AWAITING_APPROVAL' && (
          <div>
            <FindingsPanel request={request} />
          </div>
        )}
        {isWhole && signatures}
      </div>
      {isWhole && buttons}
    </section>
  );
}
