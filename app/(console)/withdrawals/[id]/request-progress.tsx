import { clsx } from 'clsx';
import { Time } from '@/components/values/time';
import { listProgress, type ProgressStep } from '@/lib/requests/progress-steps';
import type { RequestView } from '@/lib/requests/request-view';

/** Shows the progress of a request: the steps of people, the point of no return, and the steps of the service. */
export function RequestProgress({ request }: { request: RequestView }) {
  const { steps, recallable } = listProgress(request);
  return (
    <ol
      aria-label="Progress"
      className="mb-6 grid grid-cols-1 gap-2 text-body lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none"
    >
      {steps.map((step, index) => (
        <li
          key={index}
          className={clsx(
            'relative pt-2 max-lg:border-l-3 max-lg:pt-0 max-lg:pl-3 lg:border-t-3',
            lookOf(step),
            index === recallable &&
              'lg:before:absolute lg:before:-top-2.5 lg:before:-left-[5px] lg:before:h-12 lg:before:w-0.5 ' +
                'lg:before:bg-edge',
          )}
        >
          {step.label}
          {step.isReached && <span className="sr-only"> (done)</span>}
          {index === recallable && (
            <span className="block text-label font-normal text-dim">cannot be recalled after this point</span>
          )}
          <StepDetail step={step} />
        </li>
      ))}
    </ol>
  );
}

function StepDetail({ step: { at, isAtLatest = false, detail } }: { step: ProgressStep }) {
  if (at === undefined && detail === undefined) return null;
  return (
    <span className="block text-label font-normal text-dim">
      {detail}
      {at !== undefined && detail !== undefined && ', '}
      {at !== undefined && isAtLatest && 'by '}
      {at !== undefined && <Time iso={at} withSeconds />}
    </span>
  );
}

function lookOf({ isReached, isAlarming }: ProgressStep): string {
  if (!isReached) return 'border-line text-dim';
  return isAlarming ? 'border-bad font-medium text-bad' : 'border-accent font-medium';
}
