'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField, TextArea, TextField } from '@/components/form/form-field';
import type { BeneficiaryForm, BeneficiaryKind } from '@/lib/withdrawals/beneficiary-form';

const KINDS: Record<BeneficiaryKind, string> = {
  none: 'None',
  person: 'A person',
  institution: 'An institution',
  json: 'JSON',
};

/** Fields of the beneficiary in a form that has one: of a withdrawal, or of an entry of the address book. */
export function BeneficiaryFields({ hint }: { hint?: string }) {
  const { control } = useFormContext<{ beneficiary: BeneficiaryForm }>();
  const kind = useWatch({ control, name: 'beneficiary.kind' });
  return (
    <>
      <SelectField name="beneficiary.kind" label="Beneficiary" hint={hint}>
        {Object.entries(KINDS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
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
          hint="One JSON object, sent as it is. The review shows it in full."
        />
      )}
    </>
  );
}
