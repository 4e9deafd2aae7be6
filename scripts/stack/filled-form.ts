import { randomUUID } from 'node:crypto';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { EMPTY_WITHDRAWAL_FORM } from '@/lib/withdrawals/empty-form';

/** Returns a completed form: 1.5 ETH to one recipient, with a unique reference. */
export function filledForm(change: Partial<WithdrawalForm> = {}): WithdrawalForm {
  return {
    ...EMPTY_WITHDRAWAL_FORM,
    profileId: 'p-ops',
    asset: 'ETH',
    network: 'ETHEREUM',
    destinationAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
    value: '1.5',
    referenceId: `t-${randomUUID()}`,
    ...change,
  };
}
