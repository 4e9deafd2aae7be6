import { writeAmount } from '@/lib/money/format-amount';
import { networkLabel } from '@/lib/networks/networks';
import { describeRequestOutcome, type OutcomeFacts } from '@/lib/requests/describe-outcome';
import { describeRequest } from '@/lib/requests/request-view';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';
import { writeMoment } from '@/lib/time/write-day';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/** A request with what its summary needs besides. */
interface SummarizedRequest extends RequestSummary {
  outcome?: OutcomeFacts;
  transferId: string | null;
}

const MAX_VALUE_LENGTH = 400;

/**
 * Writes a request as plain text for a ticket, which a customer may read: the state and the number of approvals that
 * are missing, and no names of the desk's people.
 */
export function writeRequestSummary(request: SummarizedRequest): string {
  const { body, state, approvals, outcome, refId, id, transferId, createdAt, expiresAt, recipientName, send } = request;
  const { amount, asset } = fixedValueOf(body);
  // The reason of a rejection is written for the requester, not for customers.
  const facts = outcome && { ...outcome, rejection: outcome.rejection && { ...outcome.rejection, reason: '' } };
  const missing = Math.max(0, approvals.required - approvals.given);
  const isWaiting = !send && state === 'AWAITING_APPROVAL';
  return [
    `Withdrawal request: ${describeRequest(request).label}`,
    ...(facts ? [describeRequestOutcome(facts, { timeZone: 'UTC', hasNames: false }).sentence] : []),
    ...(isWaiting ? [line('Still needed', `${missing} of ${approvals.required} approvals`)] : []),
    ...(isWaiting ? [line('Decision due', writeMoment(expiresAt))] : []),
    line(body.amount === undefined ? 'Total' : 'Amount', writeAmount(amount, asset)),
    line('Network', networkLabel(body.crypto_network)),
    line('Recipient', recipientName),
    line('Destination address', body.destination_address),
    line('Memo', body.memo),
    line('Requested', writeMoment(createdAt)),
    line('Reference', refId),
    line('Request ID', id),
    line('Transfer ID', transferId),
  ]
    .filter((text) => text !== '')
    .join('\n');
}

function line(label: string, value: string | null | undefined): string {
  if (value === null || value === undefined || value === '') return '';
  const shown = revealHiddenCharacters(value.slice(0, MAX_VALUE_LENGTH));
  return `${label}: ${value.length > MAX_VALUE_LENGTH ? `${shown}… (${value.length} characters)` : shown}`;
}
