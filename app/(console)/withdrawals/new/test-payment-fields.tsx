'use client';

import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { TextField } from '@/components/form/form-field';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** A small part of it first: the rest goes once somebody has seen that the test arrived. */
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
        <TextField
          name="testAmount"
          label="Test amount"
          inputMode="decimal"
          mono
          hint={`Part of the amount${asset === '' ? '' : `, in ${asset}`}. Both are approved together; the rest stays locked until the test is completed and somebody confirms that the recipient has it.`}
        />
      )}
    </div>
  );
}
