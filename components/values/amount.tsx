import { groupDigits, shortenDigits } from '@/lib/money/format-amount';
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

/** Renders an amount for an overview: at most eight significant digits, with every digit on hover (`shortenDigits`). */
export function ShortAmount({ amount }: { amount: string }) {
  const text = revealHiddenCharacters(amount);
  const [short, full] = [shortenDigits(text), groupDigits(text)];
  return (
    <bdi className="font-mono [overflow-wrap:anywhere]" title={short === full ? undefined : full}>
      {short}
    </bdi>
  );
}
