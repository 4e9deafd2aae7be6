'use client';

import { useRef, useState } from 'react';
import { nameRows } from '@/app/(console)/withdrawals/batches/[id]/panel-words';
import type { Looks } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { InputField } from '@/components/ui/field';
import { groupDigits } from '@/lib/money/format-amount';
import { sumByAsset } from '@/lib/requests/bundles/batches';
import { totalsBlockReason } from '@/lib/requests/bundles/entered-totals';

/** Keeps the totals that the reader enters for the rows that an approval covers now. */
export function useTotals({ covered, totals: entered, enter }: Looks) {
  const [error, setError] = useState<string>();
  const first = useRef<HTMLInputElement>(null);
  const totals = sumByAsset(covered.map(({ body }) => body));
  return {
    entered: Object.fromEntries(totals.map(({ asset }) => [asset, entered[asset] ?? ''])),
    /** Tells whether they are those of the rows; says what is wrong at the field otherwise. */
    isConfirmed: () => {
      const reason = totalsBlockReason(totals, entered);
      setError(reason);
      if (reason !== undefined) first.current?.focus();
      return reason === undefined;
    },
    fields: totals.map(({ asset, total }, index) => (
      <InputField
        key={asset}
        ref={index === 0 ? first : undefined}
        id={`total-${asset}`}
        label={`Total in ${asset}`}
        hint={`Enter ${groupDigits(total)}, the total of ${nameRows(covered.length)}, to confirm.`}
        error={index === 0 ? error : undefined}
        isCode
        inputMode="decimal"
        value={entered[asset] ?? ''}
        onText={(text) => {
          enter(asset, text);
          setError(undefined);
        }}
      />
    )),
  };
}
