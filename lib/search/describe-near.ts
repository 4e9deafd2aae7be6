import { groupDigits } from '@/lib/money/format-amount';
import type { NearAmounts, ReadAmount } from '@/lib/search/found';
import { joinList } from '@/lib/text/join-list';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

const NUMBERS = ['none', 'one', 'two', 'three'];

/** Describes what is near an amount: "34,144.08: three within 0.01", or "34,144.08: more than three within 0.01". */
export function describeNear({ amount, within, transfers, requests, hasMore }: NearAmounts): string {
  const count = transfers.length + requests.length;
  const number = NUMBERS[count] ?? String(count);
  return `${groupDigits(amount)}: ${hasMore ? 'more than ' : ''}${number} within ${groupDigits(within)}`;
}

/** Says how an ambiguous amount was read: "Read as 1,250 and as 1.25 USDC."; undefined for one with one meaning. */
export function describeRead({ amounts, asset }: ReadAmount): string | undefined {
  if (amounts.length < 2) return undefined;
  const unit = asset === null ? '' : ` ${revealHiddenCharacters(asset)}`;
  const written = amounts.map((amount) => groupDigits(amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount));
  return `Read as ${joinList(written.map((amount, index) => (index === 0 ? amount : `as ${amount}`)))}${unit}.`;
}
