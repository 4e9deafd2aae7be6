import type { RequestState } from '@/lib/requests/decisions';
import type { SendState } from '@/lib/sends/send-machine';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** A request in a list. Times are ISO 8601. */
export interface RequestSummary {
  id: string;
  refId: string;
  state: RequestState;
  requesterName: string;
  /** The recipient's current name in the address book; null where the recipient has no entry. */
  recipientName: string | null;
  isMine: boolean;
  createdAt: string;
  expiresAt: string;
  body: WithdrawalBody;
  /** `given` counts the approvals that count; `void` explains each that does not, as a sentence. */
  approvals: { given: number; required: number; void: string[] };
  send: { state: SendState; isClosed: boolean; transferStatus: string | null } | null;
}
