'use client';

import { useState } from 'react';
import { ShortAmount } from '@/components/values/amount';
import { groupDigits, roundForOverview } from '@/lib/money/format-amount';

/**
 * Renders an amount of an overview as a button that shows every digit, and fewer again: for keyboards and touch, which
 * have no hover. An amount that is not cut is plain text.
 */
export function ExpandableAmount({ amount }: { amount: string }) {
  const [isWhole, setIsWhole] = useState(false);
  if (roundForOverview(amount) === groupDigits(amount)) return <ShortAmount amount={amount} />;
  return (
    <button
      type="button"
      aria-pressed={isWhole}
      onClick={() => setIsWhole(!isWhole)}
      className="min-h-7 rounded-sm text-right hover:underline hover:decoration-dotted"
    >
      {isWhole ? (
        <bdi className="font-mono [overflow-wrap:anywhere]">{groupDigits(amount)}</bdi>
      ) : (
        <ShortAmount amount={amount} />
      )}
    </button>
  );
}
