'use client';

import { useFormContext } from 'react-hook-form';
import { AddressChoice, ChecksAside } from '@/app/(console)/withdrawals/new/_review/checks-aside';
import { useFormChecks } from '@/app/(console)/withdrawals/new/_review/use-form-checks';
import type { Editing } from '@/app/(console)/withdrawals/new/editing';
import { parseAmount } from '@/lib/money/parse-amount';
import { describePriceAge, describeValue, VALUE_CURRENCY } from '@/lib/money/usd-value';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** The checks while the form is filled in. */
export function FormChecks({ editing }: { editing: Editing }) {
  const { setValue } = useFormContext<WithdrawalForm>();
  const found = useFormChecks(editing);
  return (
    <>
      <AddressChoice
        form={found.form}
        checks={found.checks.data}
        onChoose={(chosen) => setValue('chosenAddress', chosen)}
      />
      <ChecksAside {...found} place="form" />
    </>
  );
}

/** What the amount in the form is worth. */
export function FormValue({ editing }: { editing: Editing }) {
  const { form, checks } = useFormChecks(editing);
  if (!checks.data || form.asset === VALUE_CURRENCY || !parseAmount(form.value).ok) return null;
  const { value } = checks.data;
  return <>{[describeValue(value), describePriceAge(value)].filter(Boolean).join(' · ')}. </>;
}
