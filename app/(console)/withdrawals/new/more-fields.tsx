'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField, TextArea, TextField } from '@/components/form/form-field';
import type { WithdrawalForm } from '@/lib/withdrawals/body';

/** Fields of the form that stand behind the disclosure. */
export const MORE_FIELDS = [
  'identityId',
  'accountId',
  'balanceAsset',
  'feeId',
  'beneficiary',
] as const satisfies readonly (keyof WithdrawalForm)[];

/** Optional fields that few withdrawals need. */
export function MoreFields() {
  const { control } = useFormContext<WithdrawalForm>();
  const kind = useWatch({ control, name: 'beneficiary.kind' });
  return (
    <>
      <TextField
        name="identityId"
        label="Identity ID"
        hint="Optional. Identity of the user who makes the withdrawal."
        mono
      />
      <TextField name="accountId" label="Account ID" hint="Optional. Account of that identity." mono />
      <TextField
        name="balanceAsset"
        label="Balance asset"
        hint="Optional. Only for a stablecoin paid from another balance, such as USD."
      />
      <TextField name="feeId" label="Fee ID" hint="Optional. ID of a guaranteed fee." mono />
      <SelectField name="beneficiary.kind" label="Beneficiary">
        <option value="none">None</option>
        <option value="person">A person</option>
        <option value="institution">An institution</option>
        <option value="json">JSON</option>
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
          hint="One JSON object. The review shows the beneficiary as it will be sent."
        />
      )}
    </>
  );
}
