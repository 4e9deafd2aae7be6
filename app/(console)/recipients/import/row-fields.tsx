'use client';

import { ConfirmAddress } from '@/app/(console)/recipients/confirm-address';
import { type CheckedRow, isReady, type RowEditing } from '@/app/(console)/recipients/import/import-row';
import { Button } from '@/components/ui/button';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import type { RecipientForm } from '@/lib/recipients/form';

interface RowFieldsProps extends RowEditing {
  row: CheckedRow;
  number: number;
}

const FIELDS: readonly { field: keyof RecipientForm; label: string; className?: string }[] = [
  { field: 'name', label: 'Name' },
  { field: 'network', label: 'Network' },
  { field: 'address', label: 'Address', className: 'sm:col-span-2' },
  { field: 'memo', label: 'Memo' },
  { field: 'profiles', label: 'Profiles' },
  { field: 'note', label: 'Note', className: 'sm:col-span-2' },
];

/** Editor of one row of an import, with the addresses that resemble its own. */
export function RowFields({ row, number, checks, chosen, onChoose, onRemove, ...props }: RowFieldsProps) {
  const similarAddresses = checks.get(row.id)?.similarAddresses ?? [];
  return (
    <fieldset className="min-w-0 p-3">
      <legend className={`float-left mb-2 w-full text-xs font-medium ${isReady(row) ? 'text-dim' : 'text-bad'}`}>
        Row {number}
        {!isReady(row) && ': fix this row'}
      </legend>
      <div className="clear-both grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {FIELDS.map((column) => (
          <Cell key={column.field} row={row} {...column} {...props} />
        ))}
      </div>
      {row.entry && similarAddresses.length > 0 && (
        <div className="mt-3">
          <ConfirmAddress
            entry={row.entry}
            similarAddresses={similarAddresses}
            chosen={chosen[row.id] ?? ''}
            onChoose={(address) => onChoose(row.id, address)}
          />
        </div>
      )}
      <div className="mt-2 flex justify-end">
        <Button look="quiet" onClick={() => onRemove(row.id)}>
          Remove<span className="sr-only"> row {number}</span>
        </Button>
      </div>
    </fieldset>
  );
}

type CellProps = Pick<RowFieldsProps, 'row' | 'networks' | 'onEdit'> & (typeof FIELDS)[number];

function Cell({ row, field, label, className, networks, onEdit }: CellProps) {
  const id = `${row.id}-${field}`;
  const issue = row.issues[field];
  const control = {
    id,
    value: row.form[field],
    'aria-invalid': issue !== undefined,
    'aria-describedby': describedBy(id),
    onChange: ({ target }: { target: { value: string } }) => onEdit(row.id, { [field]: target.value }),
  };
  const isKnown = networks.some((network) => network.id === row.form.network);
  return (
    <Field id={id} label={label} error={issue} className={className}>
      {field === 'network' ? (
        <select className={CONTROL} {...control}>
          {!isKnown && <option value={row.form.network}>{row.form.network || 'Choose…'}</option>}
          {networks.map((network) => (
            <option key={network.id} value={network.id}>
              {network.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          className={`${CONTROL} ${field === 'name' || field === 'note' ? '' : 'font-mono'}`}
          {...control}
        />
      )}
    </Field>
  );
}
