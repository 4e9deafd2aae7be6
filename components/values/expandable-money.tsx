'use client';

import { useState } from 'react';
import { Money } from '@/components/values/money';
import { groupDigits, roundForOverview, writeDecimals } from '@/lib/money/format-amount';

// One height for a button and for plain text beside one.
const PLACE = 'inline-block min-h-7 leading-7';

interface ExpandableMoneyProps {
  amount: string;
  /** The asset, which is written elsewhere. */
  unit?: string;
  isColumn?: boolean;
}

/**
 * Renders a rounded amount as a button that shows every digit, and fewer again: for keyboards and touch, which have no
 * hover. An amount that is not rounded is plain text.
 */
export function ExpandableMoney({ amount, unit, isColumn = false }: ExpandableMoneyProps) {
  const [isWhole, setIsWhole] = useState(false);
  const written = writeDecimals(amount, unit);
  if (roundForOverview(written) === groupDigits(written))
    return (
      <span className={PLACE}>
        <Money amount={amount} unit={unit} isRounded isColumn={isColumn} />
      </span>
    );
  return (
    <button
      type="button"
      aria-pressed={isWhole}
      onClick={() => setIsWhole(!isWhole)}
      className={`${PLACE} max-w-full rounded-sm text-right hover:underline hover:decoration-dotted`}
    >
      <Money amount={amount} unit={unit} isRounded={!isWhole} isColumn={isColumn && !isWhole} />
    </button>
  );
}
