import { columnRoom } from '@/components/values/money';
import { isolate, readableText } from '@/components/values/untrusted-text';
import { groupDigits, roundForOverview, splitDigits } from '@/lib/money/format-amount';

/**
 * Renders an amount in a row of a list, as `Money` does with fewer elements: lined up on the point, decimals beyond the
 * sixth dim. A number that does not fit its column is rounded, and shown whole on hover and to screen readers.
 */
export function MoneyCell({ amount, asset }: { amount: string; asset: string | undefined }) {
  const text = readableText(amount, 125);
  const full = groupDigits(text);
  const isWide = full.length > MAX_NUMBER_LENGTH;
  const { shown, rest } = splitDigits(isWide ? roundForOverview(text) : full);
  return (
    <>
      <span data-money className="t-money" style={columnRoom(shown + rest, false)} title={isWide ? full : undefined}>
        {isWide ? (
          <>
            <span aria-hidden className="select-none">
              {shown}
            </span>
            <span className="sr-only">{full}</span>
          </>
        ) : (
          <>
            {isolate(shown)}
            {rest !== '' && <span className="t-dim">{rest}</span>}
          </>
        )}
      </span>
      {asset !== undefined && (
        <>
          {' '}
          <span className="t-asset">{isolate(readableText(asset, 40))}</span>
        </>
      )}
    </>
  );
}

// What the narrowest column of amounts holds beside a sign and an asset.
const MAX_NUMBER_LENGTH = 20;
