import { groupDigits } from '@/lib/money/format-amount';
import { revealHiddenCharacters } from '@/lib/text/hidden-characters';

/** Renders an amount with grouped digits, all decimals and its asset. A text that is not a number is shown as it is. */
export function AmountText({ amount, asset }: { amount: string | undefined; asset?: string | undefined }) {
  if (amount === undefined) return <span className="text-dim">not given</span>;
  return (
    <span className="font-mono [overflow-wrap:anywhere]">
      <bdi>{groupDigits(revealHiddenCharacters(amount))}</bdi>
      {asset !== undefined && <span className="text-dim"> {revealHiddenCharacters(asset)}</span>}
    </span>
  );
}
