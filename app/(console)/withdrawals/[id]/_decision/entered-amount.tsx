'use client';

import { useId, useRef, useState } from 'react';
import { useAskingChecks } from '@/app/(console)/withdrawals/[id]/_decision/use-current-checks';
import { InputField } from '@/components/ui/field';
import { sumByAsset } from '@/lib/requests/bundles/batches';
import { explainAmountEntry, listParts } from '@/lib/requests/bundles/entered-totals';
import type { RequestView } from '@/lib/requests/request-view';
import { needsAmountEntry } from '@/lib/risk/recipient-checks';

/**
 * Asks an approver to enter an amount that is far above what was paid, now or at request: of a test payment, the total
 * with its remainder. Gives the field, or null where nothing is asked, what was entered by asset, whether the amount is
 * to be hidden because it was not entered yet, what was entered that is another amount, and a function that tells
 * whether it is right and otherwise says what is wrong at the field.
 */
export function useEnteredAmount(request: RequestView) {
  const id = useId();
  const [entered, setEntered] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const checks = useAskingChecks(request, needsAmountEntry);
  const parts = listParts(request).map((body) => ({ body, checks }));
  const [total] = sumByAsset(parts.map(({ body }) => body));
  const totals: Record<string, string> = checks && total ? { [total.asset]: entered } : {};
  const reason = explainAmountEntry(parts, totals);
  return {
    totals,
    isHidden: reason !== undefined,
    other: error !== undefined && total && entered.trim() !== '' ? `${entered.trim()} ${total.asset}` : undefined,
    isConfirmed: () => {
      setError(reason);
      if (reason !== undefined) input.current?.focus();
      return reason === undefined;
    },
    field: checks && total && (
      <InputField
        ref={input}
        id={id}
        label={`${parts.length > 1 ? 'Total' : 'Amount'} in ${total.asset}`}
        hint="Enter it from the invoice or the message that asks for the payment."
        error={error}
        isCode
        inputMode="decimal"
        value={entered}
        onText={(text) => {
          setEntered(text);
          setError(undefined);
        }}
      />
    ),
  };
}
