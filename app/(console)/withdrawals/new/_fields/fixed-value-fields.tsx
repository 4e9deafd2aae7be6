'use client';

import { useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { DeclinedBeforePart } from '@/app/(console)/withdrawals/new/_fields/declined-before-part';
import { TextField } from '@/components/form/form-field';
import { parseAmount } from '@/lib/money/parse-amount';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const CHOICES = [
  { value: 'amount', label: 'Recipient gets exactly' },
  { value: 'total', label: 'Balance falls by exactly' },
] as const;

/**
 * Fields of the amount or the total: one choice and one value, so that a request never has both or neither
 * (docs/specification/service-interface.md#withdrawal-request).
 */
export function FixedValueFields() {
  const legendId = useId();
  const { control, register } = useFormContext<WithdrawalForm>();
  const [fixed, asset, balanceAsset, value] = useWatch({ control, name: ['fixed', 'asset', 'balanceAsset', 'value'] });
  const countedIn = fixed === 'total' && balanceAsset !== '' ? balanceAsset : asset;
  const isAmount = parseAmount(value).ok;
  return (
    <>
      <div role="radiogroup" aria-labelledby={legendId} className="sm:col-span-2">
        <span id={legendId} className="mb-1 block text-label text-dim">
          What is fixed
        </span>
        <div className="grid grid-cols-1 overflow-hidden rounded-control border border-edge sm:grid-cols-2">
          {CHOICES.map((choice) => (
            <label
              key={choice.value}
              className="flex min-h-9 cursor-pointer items-center gap-2 px-3 py-1.5 text-dim has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
            >
              <input type="radio" value={choice.value} className="accent-accent" {...register('fixed')} />
              {choice.label}
            </label>
          ))}
        </div>
      </div>
      <div className="min-w-0 sm:col-span-2">
        <TextField
          name="value"
          label={fixed === 'amount' ? 'Amount' : 'Total'}
          inputMode="decimal"
          mono
          hint={
            isAmount && countedIn !== '' ? `${value.trim()} ${countedIn}` : 'Use a point for decimals and no commas.'
          }
        />
        <DeclinedBeforePart field="value" />
      </div>
    </>
  );
}
