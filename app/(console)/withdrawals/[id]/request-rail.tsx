import { clsx } from 'clsx';
import type { SendState } from '@/lib/sends';
import { describeRequest, type RequestView } from '@/lib/requests';

interface Step {
  label: string;
  isReached: boolean;
  isFailed?: boolean;
}

/** Where a request stands, with the point of no return: people left of it, the service right of it. */
export function RequestRail({ request }: { request: RequestView }) {
  const state = request.send?.state;
  const isAccepted = state === 'ACCEPTED';
  const isFinal = isAccepted && ['COMPLETED', 'FAILED'].includes(request.send?.transferStatus ?? '');
  const mayHaveLeft = isAccepted || state === 'UNKNOWN' || state === 'HOLD';
  const steps: Step[] = [
    { label: 'Asked', isReached: true },
    { label: sentLabel(request), isReached: mayHaveLeft },
    { label: 'Pending at the service', isReached: isAccepted },
    { label: isFinal ? describeRequest(request).label : 'Completed', isReached: isFinal, isFailed: request.send?.transferStatus === 'FAILED' },
  ];
  return (
    <ol aria-label="Progress" className="mb-6 grid grid-cols-1 gap-x-2 gap-y-2 text-sm sm:grid-cols-4">
      {steps.map(({ label, isReached, isFailed }, index) => (
        <li
          key={index}
          className={clsx(
            'relative pt-2 max-sm:border-l-3 max-sm:pt-0 max-sm:pl-3 sm:border-t-3',
            isReached ? 'font-medium' : 'text-dim',
            isReached ? (isFailed ? 'border-bad text-bad' : 'border-accent') : 'border-line',
            index === 1 && 'sm:before:absolute sm:before:-top-2 sm:before:-left-[5px] sm:before:h-11 sm:before:w-0.5 sm:before:bg-bad',
          )}
        >
          {label}
          {isReached && <span className="sr-only"> (reached)</span>}
          {index === 1 && <span className="block text-xs font-normal text-bad">cannot be recalled from here on</span>}
        </li>
      ))}
    </ol>
  );
}

const SENT_LABELS: Partial<Record<SendState, string>> = { UNKNOWN: 'Perhaps sent', HOLD: 'On hold', REFUSED: 'Not sent' };

function sentLabel({ send }: RequestView): string {
  return (send && SENT_LABELS[send.state]) ?? 'Sent';
}
