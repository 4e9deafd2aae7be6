import type { Verdict } from '@/lib/requests/decisions';
import { shortenAddress } from '@/lib/addresses/chunks';
import { writeAmount } from '@/lib/money/format-amount';
import { findNetwork } from '@/lib/networks/networks';
import { describeRequest, type RequestView } from '@/lib/requests/request-view';
import { joinList } from '@/lib/text/join-list';
import { TheService, theService } from '@/lib/text/service-name';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

const MAX_NAMED = 3;

type DecidedRequest = Pick<
  RequestView,
  | 'body'
  | 'recipientName'
  | 'state'
  | 'approvals'
  | 'deciders'
  | 'send'
  | 'stopped'
  | 'postponedReason'
  | 'rule'
  | 'bundle'
  | 'denialReason'
>;

/**
 * Says what a person's decision did, such as “Approved 30 ETH to Northwind: 1 of 2 approvals; approver-two must still
 * approve.” Takes
 * the request as read after the decision; one that could not be read again says only that the decision was recorded.
 * `isShort`: without who must still approve, for a message that is gone after some seconds.
 */
export function describeDecision(request: DecidedRequest, verdict: Verdict, isShort = false): string {
  const { state, denialReason } = request;
  const named = namePayment(request);
  if (verdict === 'REJECTED')
    return `Rejected ${named}. Nothing is sent${isShort ? '' : '; the requester sees the reason'}.`;
  // The page still shows the state from before the vote.
  if (state === 'AWAITING_APPROVAL' && denialReason.approve === null) return `Approved ${named}.`;
  const { given, required } = request.approvals;
  const approved = `Approved ${named}: ${given} of ${required} ${required === 1 ? 'approval' : 'approvals'}`;
  if (state === 'AWAITING_APPROVAL' && isShort) return `${approved}.`;
  if (state === 'AWAITING_APPROVAL') return `${approved}; ${describeMissing(request, Math.max(1, required - given))}.`;
  if (state === 'APPROVED' || state === 'SENT') return `${approved}. ${describeSending(request)}`;
  return `Approved ${named}, but the status is: ${describeRequest(request).label}. Nothing is sent.`;
}

/** Names a payment by its amount and its recipient, as people do. */
function namePayment({ body, recipientName, bundle }: DecidedRequest): string {
  const { amount, asset } = fixedValueOf(body);
  const { destination_address: address, crypto_network: network } = body;
  const recipient = recipientName ?? shortenAddress(address, findNetwork(network)?.family);
  const remainder = bundle?.kind === 'test-payment' ? ' and its remainder' : '';
  return `${writeAmount(amount, asset)} to ${recipient}${remainder}`;
}

function describeMissing({ deciders }: DecidedRequest, missing: number): string {
  const names = deciders
    .filter(({ denialReason, isReader }) => denialReason === null && !isReader)
    .map(({ name }) => name);
  if (names.length === 0) return 'nobody else can approve yet';
  if (names.length > MAX_NAMED)
    return missing === 1 ? 'one more person must still approve' : `${missing} more people must still approve`;
  if (names.length <= missing) return `${joinList(names)} must still approve`;
  return missing === 1
    ? `${joinList(names, 'or')} must still approve`
    : `${missing} of ${joinList(names)} must still approve`;
}

function describeSending({ send, stopped, rule, approvals, postponedReason }: DecidedRequest): string {
  if (send?.state === 'ACCEPTED' && isOnItsWay(send.transferStatus)) return `Accepted by ${theService()}.`;
  if (send?.state === 'REFUSED') return `${TheService()} declined it. Nothing was sent.`;
  if (send !== null && send.state !== 'QUEUED' && send.state !== 'SENDING')
    return `Status: ${describeRequest({ send, state: 'SENT', approvals }).label}.`;
  if (send?.state === 'SENDING') return BEING_SENT;
  if (stopped) return 'Sending is stopped, so nothing is sent until it resumes.';
  if (rule.leavesAt !== null) return 'A limit over time lets it leave later.';
  return postponedReason ? `Not sent yet: ${postponedReason}` : BEING_SENT;
}

const BEING_SENT = 'Being sent.';

const isOnItsWay = (transferStatus: string | null) => transferStatus === null || transferStatus === 'PENDING';
