import type { GroupNeed } from '@/lib/approver-groups/needs';
import type { RequestState } from '@/lib/requests/decisions';
import type { SendState } from '@/lib/sends/send-machine';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** Another request that this one follows, or that follows it (lib/requests/follow-up.ts). */
export interface LinkedRequest {
  id: string;
  refId: string;
}

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
  /** True where the request may still be sent, with a beneficiary that new withdrawals leave out. */
  keepsBeneficiary?: boolean;
  /**
   * `given` counts the approvals that count; `void` explains each that does not, as a sentence; `missingGroups` has
   * what members of groups have yet to give, where there is something.
   */
  approvals: { given: number; required: number; void: string[]; missingGroups?: GroupNeed[] };
  /** The earlier request that this one requests again, and the later one that does so with this one; null for none. */
  follows?: LinkedRequest | null;
  followedBy?: LinkedRequest | null;
  send: { state: SendState; isClosed: boolean; transferStatus: string | null } | null;
}
