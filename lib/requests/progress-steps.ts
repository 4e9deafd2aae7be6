import { REMAINDER_POSITION } from '@/lib/requests/bundles/bundles';
import { describeRequest, isSettled, type RequestView } from '@/lib/requests/request-view';
import { mayBeUnsent } from '@/lib/sends/hold';
import { theService } from '@/lib/text/service-name';

/** A step of a request's progress. */
export interface ProgressStep {
  label: string;
  /** Time of the step (ISO 8601). */
  at?: string | undefined;
  /** True where only the latest possible time is known. */
  isAtLatest?: boolean;
  /** Says more about the step, beside its time. */
  detail?: string | undefined;
  isReached: boolean;
  /** True for an unknown outcome and for a bad end, the only steps that are shown in red. */
  isAlarming?: boolean;
}

/** The steps of a request, and how many of them come before the withdrawal can no longer be recalled. */
export interface Progress {
  steps: ProgressStep[];
  recallable: number;
}

type ProgressFacts = Pick<
  RequestView,
  | 'state'
  | 'createdAt'
  | 'expiresAt'
  | 'approvals'
  | 'decisions'
  | 'version'
  | 'send'
  | 'bundle'
  | 'attempts'
  | 'hold'
  | 'transfer'
  | 'transferSeenAt'
  | 'outcome'
  | 'returnReason'
> & { rule: Pick<RequestView['rule'], 'leavesAt'> };

/**
 * Lists the steps of a request with their times: the request, each approval, the sending, the acceptance by the service
 * and the end. One that people or the service ended before anything was sent ends with that.
 */
export function listProgress(request: ProgressFacts): Progress {
  const before = listRequestSteps(request);
  const neverSent = explainNeverSent(request);
  if (!neverSent) return { steps: [...before, ...listSendSteps(request)], recallable: before.length };
  const steps = [...before.filter(({ isReached }) => isReached), neverSent];
  return { steps, recallable: steps.length };
}

function listRequestSteps({
  state,
  createdAt,
  approvals,
  decisions,
  version,
  send,
  bundle,
  rule: { leavesAt },
}: ProgressFacts): ProgressStep[] {
  const times = decisions
    .filter((vote) => vote.version === version && vote.verdict === 'APPROVED' && !vote.withdrawal && !vote.voidReason)
    .map(({ decidedAt }) => decidedAt);
  const isApproved = state === 'APPROVED' || state === 'SENT' || send !== null;
  const given = isApproved ? approvals.required : Math.min(approvals.given, approvals.required);
  const votes = Array.from({ length: approvals.required }, (_, index): ProgressStep => ({
    label: index + 1 === approvals.required ? 'Approved' : `${index + 1} of ${approvals.required} approved`,
    at: index < given ? times[index] : undefined,
    isReached: index < given,
  }));
  const isRemainder = bundle?.kind === 'test-payment' && bundle.position === REMAINDER_POSITION;
  return [
    { label: 'Requested', at: createdAt, isReached: true },
    ...votes,
    ...(isRemainder ? [describeTest(bundle.confirmation)] : []),
    ...(leavesAt === null ? [] : [{ label: 'Leaves no earlier than', at: leavesAt, isReached: false }]),
  ];
}

function describeTest(confirmation: { at: string } | null): ProgressStep {
  return confirmation
    ? { label: 'Test confirmed', at: confirmation.at, isReached: true }
    : { label: 'Test to be confirmed', isReached: false };
}

/** Explains how a request ended before anything was sent; undefined where it may still be sent, or was. */
function explainNeverSent(request: ProgressFacts): ProgressStep | undefined {
  const { state, send, decisions, version, expiresAt, outcome, returnReason } = request;
  if (send?.state === 'REFUSED')
    return {
      label: describeRequest(request).label,
      at: outcome?.send?.changedAt,
      isReached: true,
      isAlarming: !send.isClosed,
    };
  if (send !== null || !isSettled(request)) return undefined;
  if (state === 'EXPIRED')
    return {
      label: 'Expired',
      at: expiresAt,
      detail: returnReason ? 'before it was sent' : 'nobody decided in time',
      isReached: true,
      isAlarming: true,
    };
  if (state === 'CANCELLED')
    return { label: 'Cancelled', at: outcome?.changedAt, detail: 'by the requester', isReached: true };
  const rejection = decisions.findLast((vote) => vote.version === version && vote.verdict === 'REJECTED');
  return { label: 'Rejected', at: rejection?.decidedAt, isReached: true, isAlarming: true };
}

function listSendSteps(request: ProgressFacts): ProgressStep[] {
  const { send, attempts, transfer, transferSeenAt, outcome } = request;
  const isAccepted = send?.state === 'ACCEPTED';
  const status = send?.transferStatus;
  const isFinal = isAccepted && (status === 'COMPLETED' || status === 'FAILED');
  const last = attempts.at(-1);
  const isUnknown = mayHaveBeenSent(request);
  const isLeaving = isAccepted || isUnknown || send?.state === 'SENDING';
  return [
    {
      label: describeSending(request),
      at: isLeaving ? last?.startedAt : undefined,
      isReached: isLeaving,
      isAlarming: isUnknown,
    },
    {
      label: `Accepted by ${theService()}`,
      at: isAccepted ? (transfer?.created_at ?? last?.endedAt ?? undefined) : undefined,
      isReached: isAccepted,
    },
    {
      label: isFinal ? describeRequest(request).label : 'Completed',
      // The record has no time of its end, only that of its last change
      // (docs/specification/service-interface.md#transfer-record).
      at: isFinal ? (outcome?.send?.completedBy ?? transfer?.updated_at ?? transferSeenAt ?? undefined) : undefined,
      isAtLatest: true,
      isReached: isFinal,
      isAlarming: status === 'FAILED',
    },
  ];
}

// A send put on hold before the first attempt has not passed the point of no return.
function mayHaveBeenSent({ send, hold }: ProgressFacts): boolean {
  if (send?.state !== 'HOLD') return send?.state === 'UNKNOWN';
  return hold?.reason.kind !== 'changed' && !mayBeUnsent(hold?.reason ?? null);
}

function describeSending(request: ProgressFacts): string {
  const { send } = request;
  if (send?.state === 'HOLD') return mayHaveBeenSent(request) ? 'On hold, may have been sent' : 'On hold, not sent';
  if (send?.state === 'SENDING') return 'Sending';
  return send?.state === 'UNKNOWN' ? 'May have been sent' : 'Sent';
}
