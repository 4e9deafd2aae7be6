import type { CostCheck } from '@/lib/sends/cost';
import type { GroupView } from '@/lib/requests/groups';
import type { ApprovingRole } from '@/lib/policy/policy';
import type { Explanation } from '@/lib/http/problems';
import type { ProposalView } from '@/lib/proposals/proposals';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { AddressEntry } from '@/lib/withdrawals/address-entry';
import type { Verdict } from '@/lib/requests/decisions';
import type { HoldReason, Resolution, SendReason, WalkReport } from '@/lib/sends/send-machine';
import type { Transfer } from '@/lib/transfers/transfer';
import type { RequestSummary } from '@/lib/requests/request-summary';

/** One try to send, and what was seen. `endedAt` is null while it is under way. */
export interface AttemptView {
  number: number;
  startedAt: string;
  endedAt: string | null;
  reason: SendReason | null;
  explanation: Explanation | null;
}

/** A decision as it was made; those on earlier versions are void. */
export interface DecisionView {
  personName: string;
  version: number;
  verdict: Verdict;
  comment: string;
  decidedAt: string;
}

/** Somebody who could decide or who asks why they cannot. */
export interface DeciderView {
  id: string;
  name: string;
  isReader: boolean;
  /** Why not, in words; null where they may. */
  denialReason: string | null;
}

/** A member of the body that an edit changed; null where it was or is absent. */
export interface BodyChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** Another request to the same recipient over the same value within a day. */
export interface SimilarRequest {
  id: string;
  refId: string;
  createdAt: string;
  requesterName: string;
  label: string;
}

/** One request with everything that happened to it: what `GET /api/withdrawals/{id}` answers. */
export interface RequestView extends RequestSummary {
  version: number;
  bodySha256: string;
  /** The stored bytes as text, exactly as they are sent. */
  bytes: string;
  /** Why it was asked for; never sent. */
  note: string;
  /** How the address got into the form; null where that was not kept. */
  addressEntry: AddressEntry | null;
  /** What was known about the recipient when it was asked for; null for requests from before that was kept. */
  checks: RecipientChecks | null;
  /** Whether the recipient had never been paid when it was asked for. */
  isNewRecipient: boolean;
  rule: { policyVersion: number; number: number; name: string; sentence: string; role: ApprovingRole };
  decisions: DecisionView[];
  deciders: DeciderView[];
  /** What the last edit changed, since the version that the reader last decided on, else since the one before. */
  changes: { sinceVersion: number; fields: BodyChange[] } | null;
  similar: SimilarRequest[];
  /** Why the reader may not, in words; null where they may. */
  denialReason: { decide: string | null; cancel: string | null; amend: string | null; resolve: string | null };
  /** What two people could do about the send now. */
  resolutions: Resolution['kind'][];
  /** Whether the reader's sign-in is recent enough to approve. */
  isSignInFresh: boolean;
  attempts: AttemptView[];
  /** When the next try is due, where one is. */
  nextAt: string | null;
  /** What the console does about an outcome that nobody knows. */
  reconciliation: { nextWalkAt: string | null; misses: number; lastWalk: WalkReport | null } | null;
  hold: { explanation: Explanation; reason: HoldReason } | null;
  alarm: string | null;
  /** What it cost, as it was checked; null where there is no transfer yet. */
  cost: CostCheck | null;
  /** Whether what it cost is about to be checked, because a transfer was seen or has changed. */
  isCostDue: boolean;
  /** What it was asked for together with; null where it stands alone. */
  group: GroupView | null;
  /** What somebody asks to do about a send in doubt, and what was asked before. */
  proposals: ProposalView[];
  /** Whether nothing leaves at the moment, and why. */
  stopped: { reason: string; since: string } | null;
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
    (send.state === 'ACCEPTED' && (send.transferStatus === 'COMPLETED' || send.transferStatus === 'FAILED'))
  );
}

/** Where a request stands, in words, with the look that goes with them. */
export function describeRequest({ send, state, approvals }: Pick<RequestSummary, 'send' | 'state' | 'approvals'>): {
  label: string;
  tone: 'waiting' | 'done' | 'failed' | 'unknown';
} {
  if (send) return describeSend(send);
  switch (state) {
    case 'AWAITING_APPROVAL':
      return { label: `Awaiting approval (${approvals.given} of ${approvals.required})`, tone: 'waiting' };
    case 'REJECTED':
      return { label: 'Rejected', tone: 'failed' };
    case 'EXPIRED':
      return { label: 'Expired', tone: 'failed' };
    case 'CANCELLED':
      return { label: 'Cancelled', tone: 'failed' };
    case 'APPROVED':
      // Without a send only the remainder of a pair is.
      return { label: 'Approved, locked until its test has arrived', tone: 'waiting' };
    case 'DRAFT':
    case 'SENT':
      return { label: state === 'SENT' ? 'Sent' : 'Draft', tone: 'waiting' };
  }
}

function describeSend({
  state,
  isClosed,
  transferStatus,
}: NonNullable<RequestSummary['send']>): ReturnType<typeof describeRequest> {
  switch (state) {
    case 'QUEUED':
      return { label: 'Approved, waiting to be sent', tone: 'waiting' };
    case 'SENDING':
      return { label: 'Being sent', tone: 'waiting' };
    case 'REFUSED':
      return { label: isClosed ? 'Closed as not sent' : 'Refused by the service', tone: 'failed' };
    case 'UNKNOWN':
      return { label: 'Outcome unknown', tone: 'unknown' };
    case 'HOLD':
      return { label: 'On hold', tone: 'unknown' };
    case 'ACCEPTED':
      if (transferStatus === 'COMPLETED') return { label: 'Completed', tone: 'done' };
      if (transferStatus === 'FAILED') return { label: 'Failed at the service', tone: 'failed' };
      return { label: 'Pending at the service', tone: 'waiting' };
  }
}
