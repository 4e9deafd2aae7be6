import { clsx } from 'clsx';
import { Time } from '@/components/values/time';
import { REMAINDER_POSITION } from '@/lib/requests/groups';
import { describeRequest, isSettled, type RequestView } from '@/lib/requests/request-view';

interface Step {
  label: string;
  /** A few words on the second line. */
  more?: string;
  at?: string | undefined;
  isReached: boolean;
  isFailed?: boolean;
}

/** Where a request stands, with the point of no return: people left of it, the service right of it. */
export function RequestRail({ request }: { request: RequestView }) {
  const people = listPeoplesSteps(request);
  // What people have ended never comes to the service.
  const rethrowUnlessAborted = request.send === null && isSettled(request);
  const steps = rethrowUnlessAborted ? people : [...people, ...listServicesSteps(request)];
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
            step.isReached
              ? step.isFailed
                ? 'border-bad font-medium text-bad'
                : 'border-accent font-medium'
              : 'border-line text-dim',
            index === people.length &&
              'lg:before:absolute lg:before:-top-2.5 lg:before:-left-[5px] lg:before:h-12 lg:before:w-0.5 lg:before:bg-bad',
          )}
        >
          {step.label}
          {step.isReached && <span className="sr-only"> (reached)</span>}
          {index === people.length && (
            <span className="block text-xs font-normal text-bad">cannot be recalled from here on</span>
          )}
          {(step.at ?? step.more) !== undefined && (
            <span className="block text-xs font-normal text-dim">
              {step.at ? <Time iso={step.at} withSeconds /> : step.more}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}

function listPeoplesSteps({ state, createdAt, approvals, decisions, version, send, group }: RequestView): Step[] {
  const asked: Step = { label: 'Asked', at: createdAt, isReached: true };
  const last = decisions.findLast((decision) => decision.version === version);
  const { given, required } = approvals;
  const votes: Step = {
    label: `${Math.min(given, required)} of ${required} approved`,
    at: given > 0 ? last?.decidedAt : undefined,
    isReached: given > 0,
  };
  if (state === 'REJECTED') return [asked, { label: 'Rejected', at: last?.decidedAt, isReached: true, isFailed: true }];
  if (state === 'EXPIRED')
    return [asked, { label: 'Expired', more: 'nobody decided in time', isReached: true, isFailed: true }];
  if (state === 'CANCELLED')
    return [asked, { label: 'Cancelled', more: 'by who asked for it', isReached: true, isFailed: true }];
  const isApproved = state === 'APPROVED' || state === 'SENT' || send !== null;
  const approved: Step = { label: 'Approved', isReached: isApproved };
  const approval =
    required === 0 ? [asked, { ...approved, more: 'the rule asks for nobody' }] : [asked, votes, approved];
  if (group?.kind !== 'pair' || group.position !== REMAINDER_POSITION) return approval;
  return [
    ...approval,
    {
      label: 'Test confirmed',
      at: group.confirmation?.at,
      more: 'locked until then',
      isReached: group.confirmation !== null,
    },
  ];
}

function listServicesSteps(request: RequestView): Step[] {
  const { send, attempts } = request;
  const isAccepted = send?.state === 'ACCEPTED';
  const status = send?.transferStatus;
  const isFinal = isAccepted && (status === 'COMPLETED' || status === 'FAILED');
  return [
    {
      label: sayWhetherSent(request),
      at: isAccepted ? attempts.at(-1)?.startedAt : undefined,
      isReached: isAccepted || isInDoubt(request),
    },
    { label: 'Pending at the service', isReached: isAccepted },
    {
      label: isFinal ? describeRequest(request).label : 'Completed',
      isReached: isFinal,
      isFailed: status === 'FAILED',
    },
  ];
}

// A hold before anything left is not past the point of no return.
function isInDoubt({ send, hold }: RequestView): boolean {
  return send?.state === 'UNKNOWN' || (send?.state === 'HOLD' && hold?.reason.kind !== 'changed');
}

function sayWhetherSent(request: RequestView): string {
  const { send } = request;
  if (send?.state === 'REFUSED') return 'Not sent';
  if (send?.state === 'HOLD') return isInDoubt(request) ? 'On hold, perhaps sent' : 'On hold, not sent';
  return send?.state === 'UNKNOWN' ? 'Perhaps sent' : 'Sent';
}
