import type { Explanation } from '@/lib/http/problems';
import { isUnpaid } from '@/lib/requests/follow-up';
import type { RequestWithOutcome } from '@/lib/requests/describe-outcome';
import type { RequestView } from '@/lib/requests/request-view';
import { theService } from '@/lib/text/service-name';
import { describeStatus } from '@/lib/transfers/describe-status';

/** A withdrawal that came back to its requester without having paid anyone. */
export interface ReturnedRequest extends RequestWithOutcome {
  /** Time of the return, in ISO 8601. */
  returnedAt: string;
  /** The batch, or the test payment with its remainder, that the request belongs to; null for a single one. */
  bundle: { id: string; kind: 'batch' | 'test-payment'; name: string } | null;
  /** The reasons that the service gives where the transfer failed; empty otherwise. */
  failures: readonly string[];
}

/** Returned requests that came back together for the same reason: one line of the home page. */
export interface ReturnedLine {
  /** The newest, of which the line shows reference and amount. */
  first: ReturnedRequest;
  requests: readonly ReturnedRequest[];
}

/** Groups requests of one batch or test payment that came back for the same reason; keeps the order of the newest. */
export function groupReturned(returned: readonly ReturnedRequest[]): ReturnedLine[] {
  const lines = new Map<string, [ReturnedRequest, ...ReturnedRequest[]]>();
  for (const request of returned) {
    const { title, detail } = explainReturn(request);
    const key = request.bundle ? JSON.stringify([request.bundle.id, title, detail]) : request.id;
    const line = lines.get(key);
    if (line) line.push(request);
    else lines.set(key, [request]);
  }
  return [...lines.values()].map((requests) => ({ first: requests[0], requests }));
}

/** Explains why a request came back, whether anything was sent, and what to do. */
export function explainReturn({
  state,
  outcome,
  failures,
  isMine,
  bundle,
}: Pick<ReturnedRequest, 'state' | 'outcome' | 'failures' | 'isMine'> & {
  bundle: { kind: 'batch' | 'test-payment' } | null;
}): Explanation {
  const { send, rejection, approvals } = outcome;
  if (send?.state === 'REFUSED' && send.isClosed)
    return { title: 'Closed as not sent by two people', detail: NEVER_SENT, next: AGAIN };
  if (send?.state === 'REFUSED')
    return {
      title: `Declined by ${theService()}: ${send.declineReason ?? 'no reason was given'}`,
      detail: NEVER_SENT,
      next: send.declineNext ?? AGAIN,
    };
  if (send)
    return {
      title: `Failed at ${theService()}${failures.length > 0 ? `: ${failures.join(' ')}` : ''}`,
      detail: 'The recipient received nothing.',
      next: 'Correct the cause, then request it again.',
    };
  const next = isMine && bundle?.kind !== 'test-payment' ? SAME_REFERENCE : AGAIN;
  if (state === 'REJECTED')
    return {
      title: `Rejected${rejection ? ` by ${rejection.personName}: ${rejection.reason}` : ''}`,
      detail: NEVER_SENT,
      next,
    };
  return {
    title: `Expired with ${approvals.given} of ${approvals.required} approvals`,
    detail: NEVER_SENT,
    next,
  };
}

/**
 * Explains on the page of a withdrawal that paid nobody why that is, whether anything was sent, and what to do;
 * undefined for any other. The page says below what was to be paid.
 */
export function explainEnd(request: RequestView): Explanation | undefined {
  const { state, send, outcome, transfer, returnReason, isMine, followedBy } = request;
  if (!isUnpaid(request)) return undefined;
  if (state === 'CANCELLED' && send === null)
    return { title: 'Cancelled by its requester', detail: NOTHING_SENT, next: '' };
  const failures = transfer ? describeStatus(transfer).reasons : [];
  const { title, next } = outcome
    ? explainReturn({ ...request, outcome, failures })
    : { title: 'Nothing was paid', next: '' };
  const isFailed = send?.state === 'ACCEPTED';
  const detail = isFailed
    ? // A failed transfer returns the reserved balance (docs/specification/service-facts.md#states).
      `The recipient received nothing. By its documentation, ${theService()} returns the reserved balance.`
    : NOTHING_SENT;
  return {
    title: state === 'EXPIRED' && returnReason ? `Expired before it was sent: ${returnReason}` : title,
    detail,
    next: followedBy || !isMine ? '' : next,
  };
}

const NOTHING_SENT = 'Nothing was sent.';
const NEVER_SENT = 'Never sent.';
const AGAIN = 'Correct it and request it again.';
const SAME_REFERENCE = 'Correct it and request it again under the same reference.';

/** Tells whether a request is one that came back: over, paid nobody, and not cancelled by its requester. */
export function isReturned(request: Parameters<typeof isUnpaid>[0]): boolean {
  return isUnpaid(request) && request.state !== 'CANCELLED';
}
