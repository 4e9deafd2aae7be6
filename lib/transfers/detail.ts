import type { Coverage } from '@/lib/mirror/coverage';
import type { Typical } from '@/lib/transfers/typical-duration';
import type { DecisionView } from '@/lib/requests/request-view';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { ChangeWords } from '@/lib/transfers/changes';
import type { Transfer } from '@/lib/transfers/transfer';

/** What the console knows of one transfer by itself, without asking the service: what `GET /api/transfers/{id}/detail` answers. Times are ISO 8601. */
export interface TransferDetail {
  /** As the mirror has it; null where it has none. */
  mirrored: MirroredTransfer | null;
  /** The withdrawal request it came from; null where none is known. */
  origin: TransferOrigin | null;
  linked: LinkedTransfer[];
  /** Whether there are more linked ones than that. */
  hasMoreLinked: boolean;
  /** How long transfers like this one took; null where the mirror does not have it. */
  typical: Typical | null;
  /** What all of this rests on. */
  coverage: Coverage;
}

export interface MirroredTransfer {
  transfer: Transfer;
  /** When the service was asked for what stands here; it was not seen otherwise since. */
  readAt: string;
  firstSeenAt: string;
  /** Since when the service says that it does not know it. */
  goneSince: string | null;
  /** What changed since it was first seen, as we saw it, oldest first: the latest 50. */
  history: { seenAt: string; changes: ChangeWords[] }[];
}

/** A withdrawal request that a transfer belongs to. */
export interface TransferOrigin extends Pick<
  RequestSummary,
  'id' | 'refId' | 'requesterName' | 'createdAt' | 'state' | 'send' | 'approvals'
> {
  /** Whether the console knows it to be this transfer, or only that both carry the same reference. */
  isCertain: boolean;
  /** On the version that counts. */
  decisions: DecisionView[];
}

/** How another transfer belongs to this one. */
export type LinkKind = 'converted-from' | 'converted-to' | 'conversion-of' | 'group';

export interface LinkedTransfer {
  kind: LinkKind;
  id: string;
  /** Null where the mirror does not have it. */
  transfer: Record<'type' | 'amount' | 'asset' | 'direction' | 'status' | 'created_at', string | undefined> | null;
}
