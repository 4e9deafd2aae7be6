import { sumCounts } from '@/lib/approver-groups/needs';
import type { ApprovingRole } from '@/lib/policy/rules';
import type { Amount } from '@/lib/money/amounts';
import type { UsdValue } from '@/lib/money/usd-value';
import type { WaitingProposal } from '@/lib/proposals/proposals';
import type { BatchSummary } from '@/lib/requests/bundles/batches';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { OrderToApprove } from '@/lib/standing-orders/contract';
import type { FirstPayment } from '@/lib/risk/first-payment';
import type { NamedFinding } from '@/lib/risk/request-findings';
import { joinList } from '@/lib/text/join-list';

/** A request that awaits approval. */
export interface QueueItem extends RequestSummary {
  /** What the value that the request fixes is worth; null where its price is unknown. */
  value: UsdValue | null;
  /** The role whose approvals are required. */
  requiredRole: ApprovingRole;
  /** The time in the future before which the withdrawal does not leave (ISO 8601); null where it does not wait. */
  leavesAt: string | null;
  /** Which first payment to the recipient the withdrawal is; null for none. */
  firstPayment: FirstPayment | null;
  /** What calls for attention, the gravest first: now, or when it was made where that was not read yet. */
  findings: NamedFinding[];
  /** False where its checks were not read again yet, so that nothing found says nothing. */
  isChecked: boolean;
  note: string;
  /** The sum of a test payment and its remainder; null where the request is no test payment. */
  amountWithRemainder: Amount | null;
}

/** A withdrawal that the service has accepted and not finished. */
export interface InProgressItem extends RequestSummary {
  transferId: string;
  sentAt: string;
  /** The service's reasons for the pending status. */
  statusReasons: string[];
}

/** The answer of `GET /api/approvals`: oldest first and cut to a limit. Items of batches appear as their batch only. */
export interface ApprovalQueue {
  /** The full length of each list, including what the limit cuts off. */
  counts: { needsMe: number; others: number; unresolved: number; inProgress: number };
  /** What all that needs the reader is worth, batches included; null where no price is known. */
  value: UsdValue | null;
  batches: { needsMe: BatchSummary[]; others: BatchSummary[] };
  needsMe: QueueItem[];
  /** Requests that the reader cannot decide on, or has already decided on. */
  others: (QueueItem & { denialReason: string })[];
  /** Proposed changes that the reader can confirm, and the reader's own, which another person must confirm. */
  changes: { needsMe: WaitingProposal[]; mine: WaitingProposal[] };
  /** Planned payments that the reader can approve. */
  planned: OrderToApprove[];
  /** Withdrawals with an unknown outcome, or on hold, that the reader can propose to resolve. */
  unresolved: RequestSummary[];
  inProgress: InProgressItem[];
}

/** A queue in which nothing waits. */
export const EMPTY_QUEUE: ApprovalQueue = {
  counts: { needsMe: 0, others: 0, unresolved: 0, inProgress: 0 },
  value: null,
  needsMe: [],
  others: [],
  batches: { needsMe: [], others: [] },
  changes: { needsMe: [], mine: [] },
  planned: [],
  unresolved: [],
  inProgress: [],
};

/** Counts what waits for the reader, as the navigation shows it: a batch counts once. */
export function countNeedsMe({
  counts,
  batches,
  changes,
  planned,
}: Pick<ApprovalQueue, 'counts' | 'batches' | 'changes' | 'planned'>): number {
  return counts.needsMe + batches.needsMe.length + changes.needsMe.length + planned.length + counts.unresolved;
}

const APPROVER_NAMES: Record<ApprovingRole, readonly [one: string, several: string]> = {
  approver: ['approver', 'approvers'],
  admin: ['administrator', 'administrators'],
};

/**
 * Describes for whom a request waits, such as "waits for 2 approvers", "waits for 1 more administrator" or "waits for 1
 * of Treasury leads and 1 approver".
 */
export function describeMissingApprovals({
  approvals: { given, required, missingGroups = [] },
  requiredRole,
}: Pick<QueueItem, 'approvals' | 'requiredRole'>): string {
  const missing = Math.max(1, required - given) - sumCounts(missingGroups);
  const [one, several] = APPROVER_NAMES[requiredRole];
  const anybody = `${missing}${given > 0 ? ' more' : ''} ${missing === 1 ? one : several}`;
  const groups = missingGroups.map(({ group, count }) => `${count} of ${group}`);
  return `waits for ${joinList(missing > 0 ? [...groups, anybody] : groups)}`;
}
