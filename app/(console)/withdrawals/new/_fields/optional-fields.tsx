'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { DeclinedBeforePart } from '@/app/(console)/withdrawals/new/_fields/declined-before-part';
import { useRegistry } from '@/app/(console)/withdrawals/new/use-registry';
import { TextField } from '@/components/form/form-field';
import { BeneficiaryFields } from '@/components/withdrawals/beneficiary-fields';
import { explainOmittedBeneficiary } from '@/lib/withdrawals/beneficiary';
import type { WithdrawalForm } from '@/lib/withdrawals/body';
import { OPTIONAL_FIELDS } from '@/lib/withdrawals/fields';

/** Optional fields that few withdrawals need. */
export function OptionalFields() {
  const { beneficiary } = useRegistry();
  return (
    <>
      {OPTIONAL_FIELDS.map(({ name, label, hint, kind }) => (
        <div key={name} className="min-w-0">
          <TextField name={name} label={label} hint={hint} mono={kind === 'id'} />
          {name === 'feeId' && <DeclinedBeforePart field="feeId" />}
        </div>
      ))}
      {beneficiary === 'send' ? <BeneficiaryFields /> : <OmittedBeneficiary />}
    </>
  );
}

/** Says that no beneficiary is sent; with the fields where the form has one, so that it can be removed. */
function OmittedBeneficiary() {
  const { control } = useFormContext<WithdrawalForm>();
  const kind = useWatch({ control, name: 'beneficiary.kind' });
  return (
    <>
      {kind !== 'none' && <BeneficiaryFields hint="Not sent. Choose “None” to remove it." />}
      <p className="text-label text-dim sm:col-span-2">{explainOmittedBeneficiary()}</p>
    </>
  );
}
