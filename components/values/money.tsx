import { clsx } from 'clsx';
import type { CSSProperties } from 'react';
import { readableText } from '@/components/values/untrusted-text';
import { groupDigits, roundForOverview, splitDigits, writeDecimals } from '@/lib/money/format-amount';
import { describePriceAge, describeValue, type UsdValue, VALUE_CURRENCY } from '@/lib/money/usd-value';

/** How an amount is shown. */
export interface MoneyLooks {
  /** What it is worth: null reads “no price”, undefined nothing. Not shown of an amount in USD. */
  value?: UsdValue | null | undefined;
  /** `display` for the one amount of a page. */
  size?: 'body' | 'display';
  /** Rounded as an overview shows it. Never where a person decides. */
  isRounded?: boolean;
  /** Lined up on the point with the amounts above and below, in a place that is right-aligned. */
  isColumn?: boolean;
  /** The most decimals of its column, six at most, where the column knows them. */
  decimals?: number;
  /** With a plus before what is above zero. */
  isSigned?: boolean;
  /** The value on a line of its own. */
  isValueBelow?: boolean;
}

interface MoneyProps extends MoneyLooks {
  /** A decimal, negative for a sum that went out; any other text is shown as it is. Undefined reads “not given”. */
  amount: string | undefined;
  asset?: string | undefined;
  /** The asset, where it is written elsewhere. */
  unit?: string | undefined;
}

/**
 * Renders an amount with its asset and its value in USD. A line breaks before the asset, never inside the number; the
 * one amount of a page is smaller where it is long, and a number that is still wider than its place scrolls. Its
 * decimals are those of its asset (`writeDecimals`), beyond the sixth dim. Of a rounded amount every digit is shown
 * on hover, read to screen readers, and copied.
 */
export function Money({
  amount,
  asset,
  unit = asset,
  value,
  size = 'body',
  isRounded = false,
  isColumn = false,
  decimals,
  isSigned = false,
  isValueBelow = false,
}: MoneyProps) {
  if (amount === undefined) return <span className="text-dim">not given</span>;
  const isOut = amount.startsWith('-');
  const text = writeDecimals(readableText(isOut ? amount.slice(1) : amount, MAX_AMOUNT_LENGTH), unit);
  const isLong = text.length > LONG_NUMBER;
  const isDisplay = size === 'display';
  return (
    <>
      <span
        className={clsx('font-mono tabular-nums', isDisplay && 'pr-2 text-display', isDisplay && isLong && FITTED)}
        style={isDisplay && isLong ? fitTo(text) : undefined}
      >
        <bdi
          data-money
          style={isColumn ? columnRoom(text, isRounded, decimals) : undefined}
          className={clsx(
            'whitespace-nowrap',
            isColumn && 'md:pr-(--missing)',
            isLong && 'inline-block max-w-full overflow-x-auto align-bottom [scrollbar-width:thin]',
            isDisplay && 'font-semibold',
          )}
        >
          {(isOut || isSigned) && /[1-9]/.test(text) && <Sign isOut={isOut} />}
          <Digits text={text} isRounded={isRounded} />
        </bdi>
        {asset !== undefined && (
          <span className="text-dim">
            {' '}
            <bdi className={clsx(isColumn && 'inline-block md:min-w-[5ch] md:text-left')}>
              {readableText(asset, MAX_ASSET_LENGTH)}
            </bdi>
          </span>
        )}
      </span>
      {value !== undefined && asset !== VALUE_CURRENCY && <Value value={value} isBelow={isValueBelow} />}
    </>
  );
}

// Everything that `isServiceAmount` accepts, and little more of what it does not.
const MAX_AMOUNT_LENGTH = 125;
const MAX_ASSET_LENGTH = 40;
// What may be wider than its place on a phone.
const LONG_NUMBER = 18;

// The largest size, down to that of running text, at which the number fits into its container.
const FITTED = '[font-size:clamp(1rem,calc(100cqi/var(--digits)/0.62),2rem)]';

const fitTo = (text: string) => ({ '--digits': groupDigits(text).length }) as CSSProperties;

/**
 * Gives a number room after it for the decimals that it lacks, so that numbers in a column line up on the point: four
 * decimals where they are rounded, else six, or fewer where the column has no more.
 */
export function columnRoom(text: string, isRounded: boolean, most = isRounded ? 4 : 6): CSSProperties {
  const [, decimals] = (isRounded ? roundForOverview(text) : text).split('.');
  // The point is one more digit wide than the decimals.
  const room = Math.min(most, isRounded ? 4 : 6);
  return roomOf((room === 0 ? 0 : room + 1) - (decimals === undefined ? 0 : decimals.length + 1));
}

/** Gives room after a text for so many characters as it lacks. */
export function roomOf(missing: number): CSSProperties {
  return { '--missing': `${Math.max(0, missing)}ch` } as CSSProperties;
}

function Sign({ isOut }: { isOut: boolean }) {
  return (
    <>
      <span aria-hidden className="text-dim">
        {isOut ? '−' : '+'}
      </span>
      <span className="sr-only">{isOut ? 'minus ' : 'plus '}</span>
    </>
  );
}

/** The digits: rounded ones are for the eye alone, and all are read and copied. */
function Digits({ text, isRounded }: { text: string; isRounded: boolean }) {
  const full = groupDigits(text);
  const short = isRounded ? roundForOverview(text) : full;
  if (short !== full)
    return (
      <span title={full}>
        <span aria-hidden className="select-none">
          {short}
        </span>
        <span className="sr-only">{full}</span>
      </span>
    );
  const { shown, rest } = splitDigits(full);
  return (
    <>
      {shown}
      {rest !== '' && <span className="text-dim">{rest}</span>}
    </>
  );
}

function Value({ value, isBelow }: { value: UsdValue | null; isBelow: boolean }) {
  const age = describePriceAge(value);
  return (
    <>
      {' '}
      <span className={clsx('font-sans text-label font-normal whitespace-nowrap text-dim', isBelow && 'block')}>
        {describeValue(value)}
        {age !== undefined && <span suppressHydrationWarning> · {age}</span>}
      </span>
    </>
  );
}
