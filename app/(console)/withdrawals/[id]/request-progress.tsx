import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { listProgress, type ProgressStep } from '@/lib/requests/progress-steps';
import { isUnpaid } from '@/lib/requests/follow-up';
import { describeRequest, type RequestView } from '@/lib/requests/request-view';

/**
 * Shows the progress of a request as one line: its beginning, where it can no longer be recalled, its end, and every
 * step that is not as usual. The other steps are read out only.
 */
export function RequestProgress({ request }: { request: RequestView }) {
  const { steps, recallable } = listProgress(request);
  const status = describeRequest(request).label;
  // A withdrawal that its requester took back is no alarm, and no success.
  const isQuietEnd = (index: number) => isUnpaid(request) && index === steps.length - 1 && !steps[index]?.isAlarming;
  const last = steps.findLastIndex(({ isReached }) => isReached);
  return (
    <ol
      aria-label="Progress"
      className="flex min-w-0 grow items-center gap-2 text-label text-dim @max-[28rem]:sr-only max-md:sr-only"
    >
      {steps.map((step, index) => {
        const isNamed = index === 0 || index === recallable || index >= steps.length - 1 || step.detail !== undefined;
        return (
          <li key={index} className={clsx('flex items-center gap-2 md:whitespace-nowrap', index > 0 && 'grow')}>
            {index > 0 && (
              <span aria-hidden className={clsx('h-0.5 min-w-2 grow', isQuietEnd(index) ? 'bg-edge' : lineOf(step))} />
            )}
            <span className={clsx(isNamed || step.isAlarming ? 'max-md:sr-only' : 'sr-only', textOf(step))}>
              {/* The status beside the line says the end. */}
              <span className={step.label === status ? 'sr-only' : undefined}>
                {step.label}
                {step.detail !== undefined && `, ${step.detail}`}
              </span>
              {/* The signature lines say who, and when. */}
              {index === 0 && (
                <span className="sr-only">
                  {' '}
                  by <UntrustedText text={request.requesterName} limit={80} />
                </span>
              )}
              <StepDetail
                step={step}
                isAlone={step.label === status}
                isShown={index > 0 && (index === last || step.detail !== undefined)}
              >
                {step.isReached && ' (done)'}
                {index === recallable && ', cannot be recalled after this point'}
              </StepDetail>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface StepDetailProps {
  step: ProgressStep;
  isShown: boolean;
  /** True where what it belongs to is read out only. */
  isAlone: boolean;
  children: ReactNode;
}

function StepDetail({ step, isShown, isAlone, children }: StepDetailProps) {
  const { at, isAtLatest = false } = step;
  return (
    <>
      {at !== undefined && (
        <span className={isShown ? undefined : 'sr-only'}>
          {!isAlone && isAtLatest && ','} {isAtLatest && 'latest '}
          <Time iso={at} />
        </span>
      )}
      <span className="sr-only">{children}</span>
    </>
  );
}

function lineOf({ isReached, isAlarming }: ProgressStep): string {
  if (!isReached) return 'bg-line';
  return isAlarming ? 'bg-bad' : 'bg-accent';
}

function textOf({ isReached, isAlarming }: ProgressStep): string | undefined {
  return isReached && isAlarming ? 'font-medium text-bad' : undefined;
}
