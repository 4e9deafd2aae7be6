import { clsx } from 'clsx';
import { Time } from '@/components/values/time';
import { REMAINDER_POSITION } from '@/lib/requests/groups';
import { describeRequest, isSettled, type RequestView } from '@/lib/requests/request-view';
import { theService } from '@/lib/text/service-name';

interface Step {
  label: string;
  /** The second line, where there is no time. */
  detail?: string;
  at?: string | undefined;
  isReached: boolean;
  isFailed?: boolean;
}

/** Shows the progress of a request: the steps of people, the point of no return, and the steps of the service. */
export function RequestProgress({ request }: { request: RequestView }) {
  const requestSteps = listRequestSteps(request);
  // A request that people have ended never reaches the service.
  const hasEnded = request.send === null && isSettled(request);
  const steps = hasEnded ? requestSteps : [...requestSteps, ...listSendSteps(request)];
  return (
    <ol
      aria-label="Progress"
      className="mb-6 grid grid-cols-1 gap-2 text-sm lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none"
    >
      {steps.map((step, index) => (
        <li
          key={index}
          className={clsx(
            'relative pt-2 max-lg:border-l-3 max-lg:pt-0 max-lg:pl-3 lg:border-t-3',
            lookOf(step),
            index === requestSteps.length &&
              'lg:before:absolute lg:before:-top-2.5 lg:before:-left-[5px] lg:before:h-12 lg:before:w-0.5 ' +
                'lg:before:bg-bad',
          )}
        >
          {step.label}
          {step.isReached && <span className="sr-only"> (done)</span>}
          {index === requestSteps.length && (
            <span className="block text-xs font-normal text-bad">cannot be recalled after this point</span>
          )}
          {(step.at ?? step.detail) !== undefined && (
            <span className="block text-xs font-normal text-dim">
              {step.at ? <Time iso={step.at} withSeconds /> : step.detail}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function lookOf({ isReached, isFailed }: Step): string {
  if (!isReached) return 'border-line text-dim';
  return isFailed ? 'border-bad font-medium text-bad' : 'border-accent font-medium';
}

function listRequestSteps({ state, createdAt, approvals, decisions, version, send, group }: RequestView): Step[] {
  const requested: Step = { label: 'Requested', at: createdAt, isReached: true };
  const last = decisions.findLast((decision) => decision.version === version);
  const { given, required } = approvals;
  const votes: Step = {
    label: `${Math.min(given, required)} of ${required} approved`,
    at: given > 0 ? last?.decidedAt : undefined,
    isReached: given > 0,
  };
  if (state === 'REJECTED')
    return [requested, { label: 'Rejected', at: last?.decidedAt, isReached: true, isFailed: true }];
  if (state === 'EXPIRED')
    return [requested, { label: 'Expired', detail: 'nobody decided in time', isReached: true, isFailed: true }];
  if (state === 'CANCELLED')
    return [requested, { label: 'Cancelled', detail: 'by the requester', isReached: true, isFailed: true }];
  const isApproved = state === 'APPROVED' || state === 'SENT' || send !== null;
  const approved: Step = { label: 'Approved', isReached: isApproved };
  const approval = [requested, votes, approved];
  if (group?.kind !== 'pair' || group.position !== REMAINDER_POSITION) return approval;
  return [
    ...approval,
    {
      label: 'Test confirmed',
      at: group.confirmation?.at,
      detail: 'remainder locked until confirmed',
      isReached: group.confirmation !== null,
    },
  ];
}

function listSendSteps(request: RequestView): Step[] {
  const { send, attempts } = request;
  const isAccepted = send?.state === 'ACCEPTED';
  const status = send?.transferStatus;
  const isFinal = isAccepted && (status === 'COMPLETED' || status === 'FAILED');
  return [
    {
      label: describeSending(request),
      at: isAccepted ? attempts.at(-1)?.startedAt : undefined,
      isReached: isAccepted || mayHaveBeenSent(request),
    },
    { label: `Pending at ${theService()}`, isReached: isAccepted },
    {
      label: isFinal ? describeRequest(request).label : 'Completed',
      isReached: isFinal,
      isFailed: status === 'FAILED',
    },
  ];
}

// A send put on hold before the first attempt has not passed the point of no return.
function mayHaveBeenSent({ send, hold }: RequestView): boolean {
  if (send?.state !== 'HOLD') return send?.state === 'UNKNOWN';
  return hold?.reason.kind === 'held' ? hold.reason.isAmbiguous : hold?.reason.kind !== 'changed';
}

function describeSending(request: RequestView): string {
  const { send } = request;
  if (send?.state === 'REFUSED') return 'Not sent';
  if (send?.state === 'HOLD') return mayHaveBeenSent(request) ? 'On hold, may have been sent' : 'On hold, not sent';
  return send?.state === 'UNKNOWN' ? 'May have been sent' : 'Sent';
}
