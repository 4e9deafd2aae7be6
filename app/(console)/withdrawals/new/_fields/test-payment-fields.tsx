'use client';

import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { DeclinedBeforePart } from '@/app/(console)/withdrawals/new/_fields/declined-before-part';
import { TextField } from '@/components/form/form-field';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Choice of a test payment and its amount. The remainder is sent once someone confirms that the test arrived. */
export function TestPaymentFields() {
  const { control, setValue, getValues } = useFormContext<WithdrawalForm>();
  const [fixed, asset] = useWatch({ control, name: ['fixed', 'asset'] });
  const [isOn, setIsOn] = useState(() => getValues('testAmount') !== '');
  if (fixed !== 'amount' && !isOn) return null;
  return (
    <div className="sm:col-span-2">
      <label className="flex min-h-9 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-(--accent)"
          checked={isOn}
          onChange={({ target }) => {
            setIsOn(target.checked);
            if (!target.checked) setValue('testAmount', '', { shouldValidate: true });
          }}
        />
        Send a small test first
      </label>
      {isOn && (
        <>
          <TextField
            name="testAmount"
            label="Test amount"
            inputMode="decimal"
            mono
            hint={
              `Part of the amount${asset === '' ? '' : `, in ${asset}`}. Both payments are approved together. The remainder ` +
              'stays locked until the test payment is completed and someone confirms that the recipient has it.'
            }
          />
          <DeclinedBeforePart field="testAmount" />
        </>
      )}
    </div>
  );
}
