'use client';

import { type ReactNode, Suspense, useId } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { AmountMeaningsPart } from '@/app/(console)/withdrawals/new/_fields/_amount/amount-meanings-part';
import { AssetField } from '@/app/(console)/withdrawals/new/_fields/asset-field';
import { DeclinedBeforePart } from '@/app/(console)/withdrawals/new/_fields/declined-before-part';
import { lazyPart } from '@/app/(console)/withdrawals/new/lazy-part';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { TextField } from '@/components/form/form-field';
import { FieldWarning } from '@/components/ui/field';
import { explainPoint, findPointReadings, removeSeparators } from '@/lib/money/amount-readings';
import { groupDigits } from '@/lib/money/format-amount';
import { explainConversion, explainFee } from '@/lib/withdrawals/explain-fixed';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

const FeeQuoteField = lazyPart(
  async () => (await import('@/app/(console)/withdrawals/new/_fields/fee-quote-field')).FeeQuoteField,
);

const CHOICES = [
  { value: 'amount', label: 'Recipient gets exactly' },
  { value: 'total', label: 'Balance falls by exactly' },
] as const;

/**
 * Fields of the amount or the total, and its asset: one choice and one value, so that a request never has both or
 * neither (docs/specification/service-interface.md#withdrawal-request). `worth` says what the value is worth.
 */
export function FixedValueFields({ worth }: { worth: ReactNode }) {
  const legendId = useId();
  const { control, register, setValue } = useFormContext<WithdrawalForm>();
  const [fixed, asset, balanceAsset, value, feeId] = useWatch({
    control,
    name: ['fixed', 'asset', 'balanceAsset', 'value', 'feeId'],
  });
  const { quotesFees } = useRegistry();
  const isEntered = value.trim() !== '' && asset !== '';
  const body = { asset, ...(balanceAsset !== '' && { balance_asset: balanceAsset }) };
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-x-3 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <div className="min-w-0">
          <TextField
            name="value"
            label={fixed === 'amount' ? 'Amount' : 'Total'}
            hint={describePoint(value)}
            inputMode="decimal"
            mono
            isLarge
            rules={{ onBlur: () => setValue('value', removeSeparators(value), { shouldDirty: true }) }}
          />
          <AmountMeaningsPart field="value" />
          <DeclinedBeforePart field="value" />
        </div>
        <div className="min-w-0">
          <AssetField />
        </div>
      </div>
      <div role="radiogroup" aria-labelledby={legendId} className="mt-2 flex flex-wrap items-center gap-x-5">
        <span id={legendId} className="sr-only">
          What is fixed
        </span>
        {CHOICES.map((choice) => (
          <label key={choice.value} className="flex min-h-9 cursor-pointer items-center gap-2">
            <input type="radio" value={choice.value} className="accent-accent" {...register('fixed')} />
            {choice.label}
          </label>
        ))}
      </div>
      {/* What the choice means, before there is an amount as well. */}
      <p className="mt-1 text-label text-dim">
        {isEntered && (
          <>
            <Suspense>{worth}</Suspense>
            {explainConversion({ ...body, [fixed]: value })}
          </>
        )}
        {explainFee(fixed, feeId !== '')}
      </p>
      {isEntered && quotesFees && (
        <Suspense>
          <FeeQuoteField />
        </Suspense>
      )}
    </>
  );
}

/** Says how a point before three digits is read, which separates thousands in some countries. */
function describePoint(value: string) {
  const [whole] = findPointReadings(value) ?? [];
  // What the form refuses is said once.
  if (whole === undefined || explainPoint(value) !== undefined) return undefined;
  const text = `${value.trim()} has three decimals. For ${groupDigits(whole)}, enter ${whole}.`;
  // Few write a decimal that is nothing.
  return value.trim().endsWith('0') ? <FieldWarning>{text}</FieldWarning> : text;
}
