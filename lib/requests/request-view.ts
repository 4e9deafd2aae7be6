import type { DecidesFor } from '@/lib/delegation/delegations';
import type { AttachmentView } from '@/lib/attachments/contract';
import type { Conversation } from '@/lib/requests/conversation';
import type { OptionalField } from '@/lib/sends/compare-transfer';
import type { CostCheck } from '@/lib/sends/cost';
import type { BundleView } from '@/lib/requests/bundles/bundles';
import type { LimitUse } from '@/lib/policy/describe-time-limit';
import type { ApprovingRole } from '@/lib/policy/rules';
import type { Explanation } from '@/lib/http/problems';
import type { ProposalView } from '@/lib/proposals/proposals';
import type { FirstPayment } from '@/lib/risk/first-payment';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';
import type { PastRejection } from '@/lib/risk/request-findings';
import type { AddressEntry } from '@/lib/withdrawals/address-entry';
import type { Verdict } from '@/lib/requests/decisions';
import type { HasteReason } from '@/lib/requests/haste';
import type { HoldReason, SendReason, WalkReport } from '@/lib/sends/send-machine';
import type { Resolution } from '@/lib/sends/resolution';
import type { Transfer } from '@/lib/transfers/transfer';
import type { OutcomeFacts } from '@/lib/requests/describe-outcome';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { describeStage } from '@/lib/requests/stages';
import type { Tone } from '@/lib/transfers/describe-status';
import { theService } from '@/lib/text/service-name';
import type { UsdValue } from '@/lib/money/usd-value';
import type { FeeQuote } from '@/lib/withdrawals/fee-quote';
import type { BeneficiaryMode } from '@/lib/withdrawals/beneficiary-form';
import type { BodyChange } from '@/lib/withdrawals/body-changes';

/** One attempt to send, with its outcome. `endedAt` is null while the attempt is in progress. */
export interface AttemptView {
  number: number;
  startedAt: string;
  endedAt: string | null;
  reason: SendReason | null;
  explanation: Explanation | null;
}

/** A decision on one version; decisions on earlier versions are void. */
export interface DecisionView {
  personName: string;
  version: number;
  verdict: Verdict;
  comment: string;
  decidedAt: string;
  /** When and why the person withdrew the approval; null where they did not. */
  withdrawal: { at: string; reason: string } | null;
  /** The person for whom a delegate decided; null where a person decided in their own name. */
  forPersonName: string | null;
  /** Whether the person signed the decision with a passkey. */
  isSigned: boolean;
  /** Why the decision counts as hasty; null where it does not. */
  haste: HasteReason | null;
  /** What the stroke of the signature is drawn from: the signature, or the id of a person who did not sign. */
  seed: string;
  /** Why the approval does not count, as a clause; null where it counts, and once a send attempt was made. */
  voidReason: string | null;
}

/** A person who could decide, or who is shown why they cannot. */
export interface DeciderView {
  id: string;
  name: string;
  isReader: boolean;
  /** The reasons why this person cannot approve and cannot reject; null where they can. */
  denialReason: string | null;
  rejectDenialReason: string | null;
  /** Who decides for the person now, and until when; null where nobody does. */
  delegate: { name: string; until: string } | null;
  /** When the person last used the console, where that is more than a day ago; null otherwise. */
  notSeenSince: string | null;
}

/** Approvals that a group, or anyone with the role, gives. */
export interface NeedView {
  /** Null for anyone with the role. */
  group: string | null;
  count: number;
  /** Names of the people whose approvals fill the need, and of those who could. */
  filledBy: string[];
  canFill: string[];
}

/** Another request for the same value to the same recipient within 24 hours. */
export interface SimilarRequest {
  id: string;
  refId: string;
  createdAt: string;
  requesterName: string;
  label: string;
}

/** One request with its whole history: the answer of `GET /api/withdrawals/{id}`. */
export interface RequestView extends RequestSummary {
  /**
   * What the value that the request fixes is worth now; null where its price is unknown, and absent once the request is
   * settled (`isSettled`), when the price of now says nothing about it.
   */
  value?: UsdValue | null;
  version: number;
  /** When this version was submitted (ISO 8601); `createdAt` is that of the first one. */
  versionAt: string;
  bodySha256: string;
  /** The stored bytes as text, which are sent unchanged. */
  bytes: string;
  /** The requester's note; never sent. */
  note: string;
  /** The guaranteed fee that the version names; null for none, and for one that this console did not ask for. */
  feeQuote: (FeeQuote & { isOver: boolean }) | null;
  /** The files under the current version. */
  attachments: AttachmentView[];
  /** True where the database was restored from a backup since the request was made. */
  isBeforeRestore: boolean;
  /** How the address was entered into the form; null for requests from before that was stored. */
  addressEntry: AddressEntry | null;
  /** The recipient checks from when the request was made; null for requests from before they were stored. */
  checks: RecipientChecks | null;
  /** Which first payment to the recipient the withdrawal is, as of when it was requested; null for none. */
  firstPayment: FirstPayment | null;
  rule: {
    policyVersion: number;
    number: number;
    name: string;
    sentence: string;
    /** True where the sentence says no more than why the rule applies, and how many approvals it needs. */
    needsOnlyApprovals: boolean;
    /** Which part of a condition with two parts holds; null where the rule has none, or that is not known. */
    part: string | null;
    role: ApprovingRole;
    /** How much of each limit over time the version used when it was saved. */
    limits: LimitUse[];
    /** The time in the future before which the withdrawal does not leave (ISO 8601); null where it does not wait. */
    leavesAt: string | null;
    /**
     * What the newest policy in force says, which counts as well; null where it is the one above, or nothing is
     * awaited.
     */
    newest: { policyVersion: number; sentence: string } | null;
  };
  /** What members of groups and others give; empty where the rule asks for no groups. */
  needs: NeedView[];
  /** True where approvals are taken only with a passkey. */
  isProofRequired: boolean;
  /** True where an approval by the reader would fill a place that is free; always where no groups are asked for. */
  canFillNeed: boolean;
  decisions: DecisionView[];
  deciders: DeciderView[];
  /** For whom the reader can decide on this request, as their delegate. */
  decidesFor: DecidesFor[];
  /** The changes since the version that the reader last decided on, or else since the previous version. */
  changes: { sinceVersion: number; fields: BodyChange[] } | null;
  /** What the request asks for once more; null where nothing was rejected, and once nothing is awaited. */
  rejection: PastRejection | null;
  similar: SimilarRequest[];
  /** Number of possible duplicates that the reader does not see; those of the checks count them too. */
  hiddenSimilar: number;
  /** The reasons why the reader cannot take each action; null where they can. */
  denialReason: {
    approve: string | null;
    reject: string | null;
    withdrawApproval: string | null;
    cancel: string | null;
    amend: string | null;
    resolve: string | null;
    /** The reason why nobody can send the withdrawal again now. */
    resend: string | null;
    hold: string | null;
  };
  /** The resolutions that two people could choose for the send now. */
  resolutions: Resolution['kind'][];
  /** A transfer that the mirror has under the reference while the outcome is unknown; null where it has none. */
  mirroredId: string | null;
  /** True where the reader's sign-in is recent enough to approve. */
  isSignInFresh: boolean;
  /** True where the requester signed this version with a passkey. */
  isRequestSigned: boolean;
  /** As `seed` of a decision, for the requester. */
  requestSeed: string;
  /** True where the reader signs what they decide: the browser asks for their passkey. */
  isSigner: boolean;
  /** True where decisions can be signed here, so that there is evidence to download. */
  hasEvidence: boolean;
  attempts: AttemptView[];
  /** The time of the next send attempt; null where none is due. */
  nextAt: string | null;
  /** Why the console put off the next attempt; null where it did not. */
  postponedReason?: string | null;
  /** Why the console took back the approval of this version; null where it did not. */
  returnReason?: string | null;
  /** The search for a send with an unknown outcome; null where the outcome is known. */
  reconciliation: { nextWalkAt: string | null; misses: number; lastWalk: WalkReport | null } | null;
  hold: { explanation: Explanation; reason: HoldReason } | null;
  alarm: string | null;
  /** The checked cost; null where there is no transfer yet. */
  cost: CostCheck | null;
  /**
   * Fields of the request that the service's record leaves out; empty where there are none or there is no record yet.
   */
  unconfirmedFields: OptionalField[];
  /** True while a check of the cost is due, because the transfer is new or has changed. */
  isCostDue: boolean;
  /** The test payment or the batch that the request belongs to; null for a single request. */
  bundle: BundleView | null;
  /** The proposals to resolve the send, open and past. */
  proposals: ProposalView[];
  /** The stop of all sending; null while sending is not stopped. */
  stopped: { reason: string; since: string } | null;
  transferId: string | null;
  /** The service's record as last seen, with the time below. */
  transfer: Transfer | null;
  transferSeenAt: string | null;
  /** What people said about the request. */
  conversation: Conversation;
  /** The facts that tell the outcome in one sentence. */
  outcome?: OutcomeFacts;
}

/** Tells whether nothing changes any more without a person. */
export function isSettled({ send, state }: Pick<RequestSummary, 'send' | 'state'>): boolean {
  if (!send) return ['REJECTED', 'EXPIRED', 'CANCELLED'].includes(state);
  return (
    send.state === 'REFUSED' ||
    (send.state === 'ACCEPTED' && (send.transferStatus === 'COMPLETED' || send.transferStatus === 'FAILED'))
  );
}

/** Tells whether a request may still be sent with a beneficiary, though new withdrawals leave it out. */
export function keepsBeneficiary(
  request: Pick<RequestSummary, 'body' | 'send' | 'state'>,
  mode: BeneficiaryMode,
): boolean {
  const isBeforeAnswer = !isSettled(request) && request.send?.state !== 'ACCEPTED';
  return mode === 'omit' && request.body.beneficiary !== undefined && isBeforeAnswer;
}

/**
 * Gives the status of a request as a short label, with the tone to show it in, and with the approvals where it awaits
 * them. Lists and pages show it.
 */
export function describeRequest({
  approvals: { given, required },
  ...request
}: Pick<RequestSummary, 'send' | 'state' | 'approvals'>): ReturnType<typeof describeRequestStatus> {
  const status = describeRequestStatus(request);
  const isAwaiting = request.send === null && request.state === 'AWAITING_APPROVAL';
  return isAwaiting ? { ...status, label: `${status.label} (${given} of ${required})` } : status;
}

/**
 * Gives the status of a request as a short label, with the tone to show it in: the one place that says it, for lists,
 * pages, lookups and files.
 */
export function describeRequestStatus({ send, state }: Pick<RequestSummary, 'send' | 'state'>): {
  label: string;
  tone: Tone;
} {
  if (send) return describeSend(send);
  switch (state) {
    case 'AWAITING_APPROVAL':
      return describeStage('awaiting');
    case 'REJECTED':
      return describeStage('rejected');
    case 'EXPIRED':
      return describeStage('expired');
    case 'CANCELLED':
      return describeStage('cancelled');
    case 'APPROVED':
      // Only the remainder of a test payment is approved and has no send.
      return { label: 'Approved, locked', tone: 'waiting' };
    case 'DRAFT':
    case 'SENT':
      return { label: state === 'SENT' ? 'Sent' : 'Draft', tone: 'waiting' };
  }
}

/** Gives the status of a send as a short label, with the tone to show it in. */
export function describeSend({
  state,
  isClosed,
  transferStatus,
}: NonNullable<RequestSummary['send']>): ReturnType<typeof describeRequest> {
  switch (state) {
    case 'QUEUED':
      return { label: 'Approved, queued', tone: 'waiting' };
    case 'SENDING':
      return { label: 'Sending', tone: 'waiting' };
    case 'REFUSED':
      return describeStage(isClosed ? 'closed' : 'declined');
    case 'UNKNOWN':
      return describeStage('unknown');
    case 'HOLD':
      return { label: 'On hold', tone: 'unknown' };
    case 'ACCEPTED':
      if (transferStatus === 'COMPLETED') return describeStage('completed');
      if (transferStatus === 'FAILED') return describeStage('failed');
      return { label: `Pending at ${theService()}`, tone: 'waiting' };
  }
}
