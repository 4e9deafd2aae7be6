'use client';

import { use, useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { FilledContext } from '@/app/(console)/withdrawals/new/use-filled';
import { type FilledFields, planFill } from '@/lib/recipients/paid';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Fills in what is usual of a recipient, once it is known (`planFill`). */
export function useFill(usual: FilledFields | undefined): void {
  const { getValues, setValue, clearErrors, setFocus } = useFormContext<WithdrawalForm>();
  const { filled, setFilled, base } = use(FilledContext);
  useEffect(() => {
    if (!usual) return;
    const focused = document.activeElement?.getAttribute('name');
    // The list of the field is open, or its text is being typed.
    if (focused === 'profileId') return;
    const plan = planFill(getValues(), { filled, usual, base });
    for (const [name, value] of Object.entries(plan.changes) as [keyof FilledFields, string][]) {
      setValue(name, value, { shouldDirty: true });
      clearErrors(name);
      // What is typed next takes its place.
      if (focused === name && name === 'asset') setFocus(name, { shouldSelect: true });
    }
    if (JSON.stringify(plan.filled) !== JSON.stringify(filled)) setFilled(plan.filled);
  }, [usual, filled, base, getValues, setValue, clearErrors, setFocus, setFilled]);
}
