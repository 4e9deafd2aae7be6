'use client';

import { type FormEvent, useId, useState } from 'react';
import { withField } from '@/app/(console)/transfers/_filters/filter-labels';
import type { AddressChange } from '@/components/list/list-address';
import { Button } from '@/components/ui/button';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
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
      <Field id={`${id}-field`} label="Filter by" className="mb-2">
        <Choice id={`${id}-field`} options={FIELD_FILTERS} value={field} onChange={setField} />
      </Field>
      <Field id={`${id}-match`} label="Condition" className="mb-2">
        <Choice id={`${id}-match`} options={FIELD_MATCHES} value={match} onChange={setMatch} />
      </Field>
      {match === 'is' && (
        <Field
          id={`${id}-value`}
          label="Exact value"
          error={error}
          hint="The whole value. Upper and lower case are the same. To find a part, use the search."
        >
          <input
            id={`${id}-value`}
            value={value}
            maxLength={MAX_FIELD_VALUE}
            aria-invalid={error !== undefined}
            aria-describedby={describedBy(`${id}-value`)}
            onChange={({ target }) => {
              setValue(target.value);
              setError(undefined);
            }}
            className={CONTROL}
          />
        </Field>
      )}
      <div className="mt-3 flex justify-end">
        <Button type="submit" look="primary">
          Add filter
        </Button>
      </div>
    </form>
  );
}

interface ChoiceProps<Value extends string> {
  id: string;
  options: Record<Value, string>;
  value: Value;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ id, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <select
      id={id}
      value={value}
      aria-describedby={describedBy(id)}
      onChange={({ target }) => onChange(target.value as Value)}
      className={CONTROL}
    >
      {(Object.entries(options) as [Value, string][]).map(([name, title]) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  );
}
