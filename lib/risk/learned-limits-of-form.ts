import { compareAmounts, subtractAmounts } from '@/lib/money/amounts';
import { parseAmount } from '@/lib/money/parse-amount';
import {
  type DeclinedBefore,
  type LearnedLimit,
  type LimitedWithdrawal,
  listDeclinedBefore,
} from '@/lib/risk/learned-limits';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Fields of the form beside which limits are said. */
export type LimitedField = DeclinedBefore['path'] | 'testAmount';

/**
 * Says which limits a form does not satisfy as it is filled in; with a test payment, which limits either part does not
 * satisfy, each beside its own field.
 */
export function listDeclinedInForm(
  limits: readonly LearnedLimit[],
  form: WithdrawalForm,
): { path: LimitedField; message: string }[] {
  const { fixed, balanceAsset } = form;
  const feeId = form.feeId.trim();
  const base: LimitedWithdrawal = {
    asset: form.asset.trim(),
    crypto_network: form.network,
    destination_address: form.destinationAddress.trim(),
    ...(feeId !== '' && { fee_id: feeId }),
    ...(balanceAsset !== '' && { balance_asset: balanceAsset }),
  };
  const value = parseAmount(form.value);
  if (!value.ok) return listDeclinedBefore(limits, base);
  const test = parseAmount(form.testAmount);
  if (fixed !== 'amount' || !test.ok || compareAmounts(test.value, value.value) >= 0)
    return listDeclinedBefore(limits, { ...base, [fixed]: value.value });
  const remainder = subtractAmounts(value.value, test.value);
  return [
    ...listDeclinedBefore(limits, { ...base, amount: test.value }).map(({ path, message }) => ({
      path: path === 'value' ? ('testAmount' as const) : path,
      message,
    })),
    ...listDeclinedBefore(limits, { ...base, amount: remainder }).flatMap(({ path, message }) =>
      path === 'value' ? [{ path, message: `The remainder is ${remainder} ${base.asset}. ${message}` }] : [],
    ),
  ];
}
