import { multiplyAmount } from '@/lib/money/amounts';
import { recipientKey } from '@/lib/recipients/recipients';
import type { WithdrawalBody } from '@/lib/withdrawals/body';
import { fixedValueOf } from '@/lib/withdrawals/fixed-value';

/**
 * Tells of each withdrawal of a queue whether another one pays the same to the same recipient. The checks of the one
 * that was made first could not know of the other.
 */
export function findTwins(bodies: readonly WithdrawalBody[]): boolean[] {
  const keys = bodies.map((body) => {
    const { fixed, amount, asset } = fixedValueOf(body);
    return JSON.stringify([recipientKey(body), fixed, multiplyAmount(amount, 1), asset]);
  });
  return keys.map((key) => keys.indexOf(key) !== keys.lastIndexOf(key));
}
