import type { Explanation } from '@/lib/problems';
import type { SendReason, SendState } from '@/lib/sends';
import type { Transfer } from '@/lib/transfers';
import type { WithdrawalBody } from '@/lib/withdrawals';

/** States of a request, which people move (send-protocol, "Two machines"). */
export const REQUEST_STATES = ['DRAFT', 'AWAITING_APPROVAL', 'APPROVED', 'SENT', 'REJECTED', 'EXPIRED', 'CANCELLED'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** A request in a list. Times are ISO 8601. */
export interface RequestSummary {
  id: string;
  refId: string;
  state: RequestState;
  makerName: string;
  isMine: boolean;
  createdAt: string;
  body: WithdrawalBody;
  send: { state: SendState; transferStatus: string | null } | null;
}

/** One try to send, and what was seen. `endedAt` is null while it is under way. */
export interface AttemptView {
  number: number;
  startedAt: string;
  endedAt: string | null;
  reason: SendReason | null;
  explanation: Explanation | null;
}

/** One request with everything that happened to it: what `GET /api/withdrawals/{id}` answers. */
export interface RequestView extends RequestSummary {
  bodySha256: string;
  /** The stored bytes as text, exactly as they are sent. */
  bytes: string;
  attempts: AttemptView[];
  /** When the next try is due, where one is. */
  nextAt: string | null;
  transferId: string | null;
  /** The service's record as last seen, and when. */
  transfer: Transfer | null;
  transferSeenAt: string | null;
}

/** Whether nothing will change any more without a person. */
export function isSettled({ send, state }: Pick<RequestSummary, 'send' | 'state'>): boolean {
  if (!send) return ['REJECTED', 'EXPIRED', 'CANCELLED'].includes(state);
  return (
    send.state === 'REFUSED' ||
    send.state === 'HOLD' ||
    (send.state === 'ACCEPTED' && (send.transferStatus === 'COMPLETED' || send.transferStatus === 'FAILED'))
  );
}

/** Where a request stands, in words, with the look that goes with them. */
export function describeRequest({ send, state }: Pick<RequestSummary, 'send' | 'state'>): { label: string; tone: 'waiting' | 'done' | 'failed' | 'unknown' } {
  if (!send) return { label: state.charAt(0) + state.slice(1).toLowerCase().replaceAll('_', ' '), tone: 'waiting' };
  switch (send.state) {
    case 'QUEUED':
      return { label: 'Waiting to be sent', tone: 'waiting' };
    case 'SENDING':
      return { label: 'Being sent', tone: 'waiting' };
    case 'REFUSED':
      return { label: 'Refused by the service', tone: 'failed' };
    case 'UNKNOWN':
      return { label: 'Outcome unknown', tone: 'unknown' };
    case 'HOLD':
      return { label: 'On hold', tone: 'unknown' };
    case 'ACCEPTED':
      if (send.transferStatus === 'COMPLETED') return { label: 'Completed', tone: 'done' };
      if (send.transferStatus === 'FAILED') return { label: 'Failed at the service', tone: 'failed' };
      return { label: 'Pending at the service', tone: 'waiting' };
  }
}
