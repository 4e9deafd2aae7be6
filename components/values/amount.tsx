import { groupDigits } from '@/lib/money/format-amount';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

/** An amount to be read: grouped, every decimal kept, its asset beside it. What is no number is shown as it came. */
export function AmountText({ amount, asset }: { amount: string | undefined; asset?: string | undefined }) {
  if (amount === undefined) return <span className="text-dim">not given</span>;
  return (
    <span className="font-mono [overflow-wrap:anywhere]">
      <bdi>{groupDigits(revealHiddenCharacters(amount))}</bdi>
      {asset !== undefined && <span className="text-dim"> {revealHiddenCharacters(asset)}</span>}
    </span>
  );
}
