import { readableText } from '@/components/values/untrusted-text';
import { groupDigits, roundForOverview } from '@/lib/money/format-amount';
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

/**
 * Renders an amount for an overview: rounded (`roundForOverview`). Every digit is shown on hover,
 * read to screen readers, and copied. Never for an amount that is decided about. Where the amount is not part of a link
 * to every digit, `ExpandableAmount` shows them by keyboard and touch as well.
 */
export function ShortAmount({ amount, asset }: { amount: string; asset?: string | undefined }) {
  const text = readableText(amount, MAX_AMOUNT_LENGTH);
  const [short, full] = [roundForOverview(text), groupDigits(text)];
  return (
    <span className="font-mono [overflow-wrap:anywhere]">
      {short === full ? (
        <bdi>{full}</bdi>
      ) : (
        <bdi title={full}>
          <span aria-hidden className="select-none">
            {short}
          </span>
          <span className="sr-only">{full}</span>
        </bdi>
      )}
      {asset !== undefined && <span className="text-dim"> {readableText(asset, MAX_ASSET_LENGTH)}</span>}
    </span>
  );
}

// Everything that `isServiceAmount` accepts, and little more of what it does not.
const MAX_AMOUNT_LENGTH = 125;
const MAX_ASSET_LENGTH = 40;
