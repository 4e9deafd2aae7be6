import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** What a new form starts from: its own address, and what stands in it. */
export interface FormStart {
  address: string;
  form: WithdrawalForm;
}
