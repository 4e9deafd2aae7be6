import type { Amount } from '@/lib/money/amounts';
import type { BatchSummary } from '@/lib/requests/batches';
import type { RequestSummary } from '@/lib/requests/request-summary';

/** A request that waits for decisions. */
export interface QueueItem extends RequestSummary {
  ruleName: string;
  /** What the rule asks for and why it applies, in words. */
  ruleSentence: string;
  isNewRecipient: boolean;
  /** What else was odd about it when it was asked for, in a few words each. */
  marks: string[];
  note: string;
  /** What it comes to with its remainder, where it is the test of a pair. */
  wholeOfPair: Amount | null;
}

/** A withdrawal that is out and that the service has not finished. */
export interface OutItem extends RequestSummary {
  transferId: string;
  sentAt: string;
  /** What the service says about why it is still pending. */
  statusReasons: string[];
}

/** What `GET /api/approvals` answers; each list oldest first, and only its beginning. Items of batches stand in their batch alone. */
export interface ApprovalQueue {
  /** Of the lists, with what did not fit into them. */
  counts: { needsMe: number; others: number; out: number };
  batches: { needsMe: BatchSummary[]; others: BatchSummary[] };
  needsMe: QueueItem[];
  /** Those that the reader cannot decide on, or no more. */
  others: (QueueItem & { denialReason: string })[];
  out: OutItem[];
}
