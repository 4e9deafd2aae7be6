import type { LinkedRequest } from '@/lib/requests/request-summary';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Start of a new form that repeats an earlier withdrawal: the address of its page, and its values. */
export interface FormStart {
  address: string;
  form: WithdrawalForm;
  /** The request that the new one follows; absent where it follows none. */
  follows?: LinkedRequest;
}
