'use client';

import { type FormEvent, useId, useState } from 'react';
import { withField } from '@/app/(console)/transfers/_filters/filter-labels';
import type { AddressChange } from '@/components/list/list-address';
import { Button } from '@/components/ui/button';
import { InputField, SelectField } from '@/components/ui/field';
import { closePopover } from '@/components/ui/popover-button';
import {
  FIELD_FILTERS,
  FIELD_MATCHES,
  type FieldFilter,
  type FieldMatch,
  MAX_FIELD_VALUE,
} from '@/lib/transfers/field-filters';
import type { TransferQuery } from '@/lib/transfers/query';

interface FieldFilterFormProps {
  query: TransferQuery;
  onChangeQuery: (query: TransferQuery, how: AddressChange) => void;
}

/** A form that adds a filter by any field of the record: an exact value, empty, or not empty. */
export default function FieldFilterForm({ query, onChangeQuery }: FieldFilterFormProps) {
  const id = useId();
  const [field, setField] = useState<FieldFilter>('ref_id');
  const [match, setMatch] = useState<FieldMatch>('is');
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (match === 'is' && value.trim() === '') return setError('Enter the value to find.');
    onChangeQuery(withField(query, { field, match, value: match === 'is' ? value.trim() : '' }), 'push');
    closePopover(event.currentTarget);
  };
  return (
    <form onSubmit={submit} noValidate className="text-body">
      <SelectField
        id={`${id}-field`}
        label="Filter by"
        className="mb-2"
        value={field}
        options={Object.entries(FIELD_FILTERS) as [FieldFilter, string][]}
        onChoose={setField}
      />
      <SelectField
        id={`${id}-match`}
        label="Condition"
        className="mb-2"
        value={match}
        options={Object.entries(FIELD_MATCHES) as [FieldMatch, string][]}
        onChoose={setMatch}
      />
      {match === 'is' && (
        <InputField
          id={`${id}-value`}
          label="Exact value"
          error={error}
          hint="The whole value. Upper and lower case are the same. To find a part, use the search."
          value={value}
          maxLength={MAX_FIELD_VALUE}
          onText={(text) => {
            setValue(text);
            setError(undefined);
          }}
        />
      )}
      <div className="mt-3 flex justify-end">
        <Button type="submit" look="primary">
          Add filter
        </Button>
      </div>
    </form>
  );
}
