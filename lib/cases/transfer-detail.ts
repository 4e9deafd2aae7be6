import type { OptionalField } from '@/lib/sends/compare-transfer';
import type { CaseFile } from '@/lib/cases/contract';
import type { Beneficiary } from '@/lib/withdrawals/beneficiary';
import { endpoint } from '@/lib/http/endpoint';
import type { Coverage } from '@/lib/mirror/coverage';
import type { TypicalDuration } from '@/lib/transfers/figures/typical-duration';
import type { DecisionView } from '@/lib/requests/request-view';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { DescribedChange } from '@/lib/transfers/changes';
import { transferEndpoint } from '@/lib/transfers/contract';
import type { Transfer, TransferRecipient } from '@/lib/transfers/transfer';

/**
 * The console's own knowledge of one transfer, without calling the service: the answer of
 * `GET /api/transfers/{id}/detail`. Times are ISO 8601.
 */
export interface TransferDetail {
  /** The record in the mirror; null if it has none. */
  mirrored: MirroredTransfer | null;
  /** The entry of the address book that the transfer pays; null if none is known. */
  recipient: TransferRecipient | null;
  /** The withdrawal request that the transfer came from; null if none is known. */
  origin: TransferOrigin | null;
  linked: LinkedTransfer[];
  /** True if there are more linked transfers than listed. */
  hasMoreLinked: boolean;
  /** The typical duration of transfers like this one; null if the mirror does not have the transfer. */
  typical: TypicalDuration | null;
  /** What the desk wrote about the transfer. */
  caseFile: CaseFile;
  /** The basis of this answer. */
  coverage: Coverage;
}

/** The console's own knowledge of one transfer, without calling the service. */
export const transferDetailEndpoint = endpoint<TransferDetail>({ members: ['mirrored', 'coverage'] })(
  (id: string) => `${transferEndpoint(id).path}/detail`,
);

/** A transfer in the mirror. Times are ISO 8601. */
export interface MirroredTransfer {
  transfer: Transfer;
  /** The time of the last read of this record from the service. */
  readAt: string;
  firstSeenAt: string;
  /** Since when the service no longer knows the transfer; null if it does. */
  goneSince: string | null;
  /** The latest 50 changes that the console saw, oldest first. */
  history: { seenAt: string; changes: DescribedChange[] }[];
}

/** A withdrawal request that a transfer belongs to. */
export interface TransferOrigin extends Pick<
  RequestSummary,
  'id' | 'refId' | 'requesterName' | 'createdAt' | 'state' | 'send' | 'approvals'
> {
  /** True if the console sent this transfer for the request, rather than both only having the same reference. */
  isCertain: boolean;
  /** Fields of the request that the service's record of this transfer leaves out. */
  unconfirmedFields: OptionalField[];
  /** The beneficiary of the request, as it was sent; null for none. */
  beneficiary: Beneficiary | null;
  /** The decisions on the current version. */
  decisions: Omit<DecisionView, 'seed'>[];
}

/** The kind of link to another transfer. */
export type LinkKind = 'converted-from' | 'converted-to' | 'conversion-of' | 'group';

/** A linked transfer, with what the list of links shows. */
export interface LinkedTransfer {
  kind: LinkKind;
  id: string;
  /** Null if the mirror does not have the transfer. */
  transfer: Record<'type' | 'amount' | 'asset' | 'direction' | 'status' | 'created_at', string | undefined> | null;
}
