import type { AssetTotal } from '@/lib/requests/bundles/batches';
import type { RequestSummary } from '@/lib/requests/request-summary';

/** An approved withdrawal that waits to be sent. */
export interface WaitingWithdrawal extends Pick<
  RequestSummary,
  'id' | 'refId' | 'body' | 'keepsBeneficiary' | 'recipientName' | 'approvals'
> {
  /** Age of the oldest approval that counts, in milliseconds; null where none counts. */
  approvalAgeMs: number | null;
}

/** What leaves the console when sending resumes, as of one moment. */
export interface WaitingToLeave {
  /** Withdrawals with enough approvals that count; they are sent. */
  leaving: WaitingWithdrawal[];
  /** Sums of those by asset. */
  totals: AssetTotal[];
  /** Withdrawals with too few approvals that count; they are not sent and go back to their approvers. */
  returning: WaitingWithdrawal[];
  /** True where more wait than the limit of these lists. */
  isCut: boolean;
  /**
   * Number of approved withdrawals of other profiles that wait as well, for who can resume sending but does not see
   * them.
   */
  hidden: number;
}
