import { columnRoom, roomOf } from '@/components/values/money';
import { isolate, readableText } from '@/components/values/untrusted-text';
import { groupDigits, roundForOverview, splitDigits, writeDecimals } from '@/lib/money/format-amount';

interface MoneyCellProps {
  amount: string;
  asset: string | undefined;
  /** CREDIT or DEBIT for a sign before it; nothing for any other text. */
  direction?: string | undefined;
}

const SIGN_CLASSES = new Map([
  ['CREDIT', 't-money t-in'],
  ['DEBIT', 't-money t-out'],
]);

/**
 * Renders an amount in a row of a list, as `Money` does with fewer elements: lined up on the point, decimals beyond the
 * sixth dim. A number that does not fit its column is rounded, and shown whole on hover and
 * to screen readers.
 */
export function MoneyCell({ amount, asset, direction = '' }: MoneyCellProps) {
  const text = writeDecimals(readableText(amount, 125), asset);
  const full = groupDigits(text);
  const isWide = full.length > MAX_NUMBER_LENGTH;
  const { shown, rest } = splitDigits(isWide ? roundForOverview(text) : full);
  return (
    <>
      <span
        data-money
        className={SIGN_CLASSES.get(direction) ?? 't-money'}
        style={columnRoom(shown + rest, false)}
        title={isWide ? full : undefined}
      >
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
          <span className="t-asset" style={roomOf(ASSET_LENGTH - asset.length)}>
            {isolate(readableText(asset, 40))}
          </span>
        </>
      )}
    </>
  );
}

// What the assets of a column take.
const ASSET_LENGTH = 5;
// What the narrowest column of amounts holds beside a sign and an asset.
const MAX_NUMBER_LENGTH = 20;
