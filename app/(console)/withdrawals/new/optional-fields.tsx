'use client';

import { TextField } from '@/components/form/form-field';
import { BeneficiaryFields } from '@/components/withdrawals/beneficiary-fields';

/** Optional fields that few withdrawals need. */
export function OptionalFields() {
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
      <BeneficiaryFields />
    </>
  );
}
