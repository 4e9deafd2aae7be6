'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField, TextArea, TextField } from '@/components/form/form-field';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** The members of the form that stand behind the disclosure. */
export const MORE_FIELDS = [
  'identityId',
  'accountId',
  'balanceAsset',
  'feeId',
  'beneficiary',
] as const satisfies readonly (keyof WithdrawalForm)[];

/** What few withdrawals need. */
export function MoreFields() {
  const { control } = useFormContext<WithdrawalForm>();
  const kind = useWatch({ control, name: 'beneficiary.kind' });
  return (
    <>
      <TextField name="identityId" label="Identity ID" hint="Identity of the user making the withdrawal." mono />
      <TextField name="accountId" label="Account ID" hint="Account tied to that identity." mono />
      <TextField
        name="balanceAsset"
        label="Balance asset"
        hint="Only where a stablecoin is paid from another balance, such as USD."
      />
      <TextField name="feeId" label="Fee ID" hint="Of a guaranteed fee." mono />
      <SelectField name="beneficiary.kind" label="Beneficiary">
        <option value="none">Not given</option>
        <option value="person">A person</option>
        <option value="institution">An institution</option>
        <option value="json">Written as JSON</option>
      </SelectField>
      {kind === 'person' && (
        <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
          <TextField name="beneficiary.firstName" label="First name" />
          <TextField name="beneficiary.lastName" label="Last name" />
        </div>
      )}
      {kind === 'institution' && (
        <TextField name="beneficiary.institutionName" label="Institution name" className="sm:col-span-2" />
      )}
      {kind === 'json' && (
        <TextArea
          name="beneficiary.json"
          label="Beneficiary JSON"
          rows={5}
          className="sm:col-span-2"
          hint="One object. The review shows it as it will be sent."
        />
      )}
    </>
  );
}
