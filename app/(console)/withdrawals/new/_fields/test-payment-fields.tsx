'use client';

import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { AmountMeaningsPart } from '@/app/(console)/withdrawals/new/_fields/_amount/amount-meanings-part';
import { DeclinedBeforePart } from '@/app/(console)/withdrawals/new/_fields/declined-before-part';
import { TextField } from '@/components/form/form-field';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/**
 * Amount of a test payment; takes the focus where a button asked for it. The remainder is sent once someone confirms
 * that the test arrived.
 */
export function TestPaymentFields({ hasFocus }: { hasFocus: boolean }) {
  const { control, setFocus } = useFormContext<WithdrawalForm>();
  const asset = useWatch({ control, name: 'asset' });
  useEffect(() => {
    if (hasFocus) setFocus('testAmount');
  }, [hasFocus, setFocus]);
  return (
    <div className="mt-3">
      <TextField
        name="testAmount"
        label="Test amount"
        inputMode="decimal"
        mono
        hint={
          `Part of the amount${asset === '' ? '' : `, in ${asset}`}. Both payments are approved together. The remainder ` +
          'stays locked until someone confirms that the recipient has the test payment.'
        }
      />
      <AmountMeaningsPart field="testAmount" />
      <DeclinedBeforePart field="testAmount" />
    </div>
  );
}
