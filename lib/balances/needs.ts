import { addAmounts, type Amount, compareAmounts, multiplyAmount } from '@/lib/money/amounts';
import { groupDigits } from '@/lib/money/format-amount';
import type { WithdrawalBody } from '@/lib/withdrawals/body';

/** What withdrawals of one asset on one network take from one balance. */
export interface Need {
  profileId: string;
  asset: string;
  network: string;
  /** The asset whose balance falls, one to one with the amount (docs/specification/service-facts.md#balances). */
  balanceAsset: string;
  /** The sum of the amounts and totals. */
  value: Amount;
  /** The number of withdrawals whose fee comes on top: those that fix the amount. */
  fees: number;
}

type Debit = Pick<WithdrawalBody, 'profile_id' | 'asset' | 'crypto_network' | 'balance_asset' | 'amount' | 'total'>;

/** Sums withdrawals to what they take, by profile, balance, asset and network. */
export function sumNeeds(withdrawals: readonly Debit[]): Need[] {
  const needs = new Map<string, Need>();
  for (const { profile_id: profileId, asset, crypto_network: network, balance_asset, amount, total } of withdrawals) {
    const balanceAsset = balance_asset ?? asset;
    const key = JSON.stringify([profileId, balanceAsset, asset, network]);
    const { value, fees } = needs.get(key) ?? { value: '0', fees: 0 };
    const sum = addAmounts(value, amount ?? total ?? '0');
    needs.set(key, {
      profileId,
      asset,
      network,
      balanceAsset,
      value: sum,
      fees: fees + (amount === undefined ? 0 : 1),
    });
  }
  return [...needs.values()];
}

/** Gives the usual fee of an asset on a network; undefined where none is known. */
export type FeeOf = (need: Pick<Need, 'asset' | 'network'>) => Amount | undefined;

/**
 * Says that needs of one balance take more than is available; undefined where they do not. Adds the usual fees, or
 * says that fees are not counted where one of them is not known.
 */
export function explainShortage(needs: readonly Need[], available: Amount, feeOf: FeeOf): string | undefined {
  const [first] = needs;
  if (!first) return undefined;
  const { profileId, balanceAsset } = first;
  const value = needs.map((need) => need.value).reduce(addAmounts);
  const fees = sumFees(needs, feeOf);
  const needed = fees === undefined ? value : addAmounts(value, fees);
  if (compareAmounts(needed, available) <= 0) return undefined;
  const show = (amount: Amount) => `${groupDigits(amount)} ${balanceAsset}`;
  return `More than available: ${show(needed)}${describeFees(fees, needs, show)}, and ${profileId} has ${show(available)}.`;
}

function sumFees(needs: readonly Need[], feeOf: FeeOf): Amount | undefined {
  let sum: Amount = '0';
  for (const need of needs.filter(({ fees }) => fees > 0)) {
    const fee = feeOf(need);
    if (fee === undefined) return undefined;
    sum = addAmounts(sum, multiplyAmount(fee, need.fees));
  }
  return sum;
}

function describeFees(fees: Amount | undefined, needs: readonly Need[], show: (amount: Amount) => string): string {
  const count = needs.reduce((sum, need) => sum + need.fees, 0);
  if (fees === undefined) return count === 1 ? ' without the fee' : ' without fees';
  if (compareAmounts(fees, '0') === 0) return '';
  return count === 1 ? ` with the usual fee of ${show(fees)}` : ` with usual fees of ${show(fees)}`;
}
