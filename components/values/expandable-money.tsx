'use client';

import { useState } from 'react';
import { Money } from '@/components/values/money';
import { groupDigits, roundForOverview } from '@/lib/money/format-amount';

/**
 * Renders a rounded amount as a button that shows every digit, and fewer again: for keyboards and touch, which have no
 * hover. An amount that is not rounded is plain text.
 */
export function ExpandableMoney({ amount }: { amount: string }) {
  const [isWhole, setIsWhole] = useState(false);
  if (roundForOverview(amount) === groupDigits(amount)) return <Money amount={amount} />;
  return (
    <button
      type="button"
      aria-pressed={isWhole}
      onClick={() => setIsWhole(!isWhole)}
      className="min-h-7 max-w-full rounded-sm text-right hover:underline hover:decoration-dotted"
    >
      <Money amount={amount} isRounded={!isWhole} />
    </button>
  );
}
