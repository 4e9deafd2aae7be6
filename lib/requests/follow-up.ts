import type { RequestState } from '@/lib/requests/decisions';
import type { LinkedRequest, RequestSummary } from '@/lib/requests/request-summary';
import { theService } from '@/lib/text/service-name';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Start of a new form that repeats an earlier withdrawal: the address of its page, and its values. */
export interface FormStart {
  address: string;
  form: WithdrawalForm;
  /** The request that the new one follows; absent where it follows none. */
  follows?: LinkedRequest;
}

/** The facts that decide whether a withdrawal can be requested again. */
export interface Followable {
  state: RequestState;
  send: Pick<NonNullable<RequestSummary['send']>, 'state' | 'transferStatus'> | null;
  isBeforeRestore?: boolean | undefined;
  /** The request that follows it already; null for none. */
  followedBy?: LinkedRequest | null | undefined;
}

/**
 * Tells whether a withdrawal is over and has paid nobody: rejected, expired, cancelled, declined by the service, closed
 * as not sent by two people, or failed at the service. Its transfer, where it has one, is final.
 */
export function isUnpaid({ state, send }: Pick<Followable, 'state' | 'send'>): boolean {
  if (send === null) return ['REJECTED', 'EXPIRED', 'CANCELLED'].includes(state);
  return send.state === 'REFUSED' || (send.state === 'ACCEPTED' && send.transferStatus === 'FAILED');
}

/**
 * Explains why a withdrawal cannot be requested again under a new reference; undefined where it can. One that may have
 * been paid cannot, nor one that was requested again already: of two follow-ups, both could be paid
 * (docs/specification/send-protocol.md#requested-again).
 */
export function followUpDenialReason(request: Followable): string | undefined {
  const { state, send, isBeforeRestore, followedBy } = request;
  if (followedBy) return `This withdrawal was already requested again as ${followedBy.refId}.`;
  // Nobody can approve it any more; its page asks for its reference to be looked up first.
  if (isUnpaid(request) || (isBeforeRestore === true && send === null)) return undefined;
  if (send === null && state === 'AWAITING_APPROVAL')
    return 'The request is still awaiting approval. To change it, choose “Change request” on its page.';
  if (send?.state === 'ACCEPTED')
    return send.transferStatus === 'COMPLETED'
      ? 'The withdrawal is completed. To pay the recipient once more, choose “Repeat” on its page.'
      : `The withdrawal is pending at ${theService()}. Wait until its outcome is known.`;
  if (send?.state === 'UNKNOWN' || send?.state === 'HOLD')
    return 'It is not known whether the withdrawal was sent. Wait until its outcome is known.';
  return 'The request is approved and will be sent. To stop it, cancel it or put it on hold first.';
}

/** Explains why the test payment and its remainder cannot be requested again as a whole; undefined where they can. */
export function followPairDenialReason(test: Followable, remainder: Followable): string | undefined {
  if (remainder.followedBy || isUnpaid(remainder)) return followUpDenialReason(remainder);
  return isUnpaid(test)
    ? 'The remainder of this test payment is still open. Cancel the remainder first, then request both again.'
    : followUpDenialReason(remainder);
}
