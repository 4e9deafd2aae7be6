'use client';

import { ConfirmAddress } from '@/app/(console)/recipients/confirm-address';
import { type CheckedRow, isReady, type RowEditing } from '@/app/(console)/recipients/import/import-row';
import { Button } from '@/components/ui/button';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import { toTravelRule } from '@/lib/recipients/travel-rule';
import { RECIPIENT_CELLS, type RecipientCellId } from '@/lib/recipients/sheet';

interface RowFieldsProps extends RowEditing {
  row: CheckedRow;
  number: number;
}

const CELLS: readonly { cell: RecipientCellId; className?: string }[] = [
  { cell: 'name' },
  { cell: 'network' },
  { cell: 'address', className: 'sm:col-span-2' },
  { cell: 'memo' },
  { cell: 'profiles' },
  { cell: 'note', className: 'sm:col-span-2' },
];
/** Shown only for a row that has a beneficiary. */
const BENEFICIARY_CELLS: typeof CELLS = [
  { cell: 'firstName' },
  { cell: 'lastName' },
  { cell: 'institutionName' },
  { cell: 'json' },
];
/** Shown only for a row that has travel-rule data. */
const TRAVEL_RULE_CELLS: typeof CELLS = [
  { cell: 'custody' },
  { cell: 'provider' },
  { cell: 'website' },
  { cell: 'receiver' },
  { cell: 'purpose' },
  { cell: 'identities' },
  { cell: 'savedOn' },
  { cell: 'savedBy' },
  { cell: 'providerId' },
];
const PROSE: ReadonlySet<RecipientCellId> = new Set([
  'name',
  'note',
  'firstName',
  'lastName',
  'institutionName',
  'provider',
  'purpose',
  'savedBy',
]);

/** Editor of one row of an import, with the addresses that resemble its own. */
export function RowFields({ row, number, checks, chosen, onChoose, onRemove, ...props }: RowFieldsProps) {
  const similarAddresses = checks.get(row.id)?.similarAddresses ?? [];
  return (
    <fieldset className="min-w-0 p-3">
      <legend className={`float-left mb-2 w-full text-label font-medium ${isReady(row) ? 'text-dim' : 'text-bad'}`}>
        Row {number}
        {!isReady(row) && ': fix this row'}
      </legend>
      <div className="clear-both grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {[
          ...CELLS,
          ...(row.form.beneficiary.kind === 'none' ? [] : BENEFICIARY_CELLS),
          ...(toTravelRule(row.form.travelRule) ? TRAVEL_RULE_CELLS : []),
        ].map((column) => (
          <Cell key={column.cell} row={row} {...column} {...props} />
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

type CellProps = Pick<RowFieldsProps, 'row' | 'networks' | 'onEdit'> & (typeof CELLS)[number];

function Cell({ row, cell, className, networks, onEdit }: CellProps) {
  const id = `${row.id}-${cell}`;
  const { column, path, read } = RECIPIENT_CELLS[cell];
  const issue = row.issues[path];
  const control = {
    id,
    value: read(row.form),
    'aria-invalid': issue !== undefined,
    'aria-describedby': describedBy(id),
    onChange: ({ target }: { target: { value: string } }) => onEdit(row.id, cell, target.value),
  };
  const isKnown = networks.some((network) => network.id === row.form.network);
  return (
    <Field id={id} label={column} error={issue} className={className}>
      {cell === 'network' ? (
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
          className={`${CONTROL} ${PROSE.has(cell) ? '' : 'font-mono'}`}
          {...control}
        />
      )}
    </Field>
  );
}
