'use client';

import { Suspense } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { lazyPart } from '@/app/(console)/withdrawals/new/lazy-part';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const AmountMeanings = lazyPart(
  async () => (await import('@/app/(console)/withdrawals/new/_fields/_amount/amount-meanings')).AmountMeanings,
);

/** The possible readings of a refused amount, below its field; loaded once one is refused. */
export function AmountMeaningsPart({ field }: { field: 'value' | 'testAmount' }) {
  const { control, setValue, setFocus } = useFormContext<WithdrawalForm>();
  const { errors } = useFormState({ control, name: field });
  const typed = useWatch({ control, name: field });
  if (!errors[field]) return null;
  return (
    <Suspense>
      <AmountMeanings
        typed={typed}
        onChoose={(amount) => {
          setValue(field, amount, { shouldDirty: true, shouldValidate: true });
          setFocus(field);
        }}
      />
    </Suspense>
  );
}
