import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { readableText } from '@/components/values/untrusted-text';
import { columnOf, type FieldChoice, type MappedColumn, type MissingColumn } from '@/lib/sheets/columns';

interface ColumnMappingProps<Field extends string> {
  columns: readonly MappedColumn<Field>[];
  /** The fields to choose from. */
  choices: readonly FieldChoice<Field>[];
  missing: readonly MissingColumn<Field>[];
  onAssign: (index: number, field: Field | undefined) => void;
  /** Adds an empty column; absent on a page whose rows have every field anyway. */
  onAdd?: (field: Field) => void;
}

const SELECT = CONTROL;

/** Mapping of the sheet's columns to fields, with the ignored and the missing ones. Open while columns are missing. */
export function ColumnMapping<Field extends string>(props: ColumnMappingProps<Field>) {
  const { columns, choices, missing, onAssign, onAdd } = props;
  const ignored = columns.filter(({ field }) => field === undefined).map(({ name }) => name || 'an unnamed column');
  return (
    <details open={missing.length > 0} className="rounded-panel border border-line bg-panel px-4 py-2.5">
      <summary className="text-body">
        Columns: {columns.length - ignored.length} used
        {ignored.length > 0 && (
          <span className="text-dim [overflow-wrap:anywhere]">. Ignored: {readableText(ignored.join(', '), 200)}</span>
        )}
        {missing.length > 0 && (
          <strong className="font-medium text-bad">. Missing: {missing.map(({ label }) => label).join(', ')}</strong>
        )}
      </summary>
      <MissingColumns missing={missing} onAdd={onAdd} />
      <div
        role="group"
        aria-label="Column mapping"
        className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-3"
      >
        {columns.map((column, index) => (
          <ColumnField
            key={index}
            column={column}
            number={index + 1}
            choices={choices}
            onAssign={(field) => onAssign(index, field)}
          />
        ))}
        {onAdd && (
          <AddColumn
            absent={choices.filter(({ field, isRepeated }) => !isRepeated && columnOf(columns, field) === -1)}
            onAdd={onAdd}
          />
        )}
      </div>
    </details>
  );
}

function MissingColumns<Field extends string>({
  missing,
  onAdd,
}: {
  missing: readonly MissingColumn<Field>[];
  onAdd: ColumnMappingProps<Field>['onAdd'] | undefined;
}) {
  if (missing.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 text-body">
      {missing.map(({ field, label }) => (
        <li key={field} className="flex flex-wrap items-center gap-2">
          {onAdd ? (
            <>
              <span className="text-bad">No column for {label}. Choose its column below, or</span>
              <Button className="min-h-7 px-2 py-0.5 text-label" onClick={() => onAdd(field)}>
                Add an empty column
              </Button>
            </>
          ) : (
            <span className="text-bad">No column for {label}. Choose its column here, or fill in each row.</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface ColumnFieldProps<Field extends string> {
  column: MappedColumn<Field>;
  number: number;
  choices: readonly FieldChoice<Field>[];
  onAssign: (field: Field | undefined) => void;
}

function ColumnField<Field extends string>({ column, number, choices, onAssign }: ColumnFieldProps<Field>) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block truncate text-label text-dim" title={column.name}>
        <bdi>{readableText(column.name || `Column ${number}`, 60)}</bdi>
      </label>
      <select
        id={id}
        value={column.field ?? ''}
        className={SELECT}
        onChange={({ target }) => onAssign(choices.find(({ field }) => field === target.value)?.field)}
      >
        <option value="">Ignored</option>
        {choices.map(({ field, label }) => (
          <option key={field} value={field}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

function AddColumn<Field extends string>({
  absent,
  onAdd,
}: {
  absent: readonly MissingColumn<Field>[];
  onAdd: (field: Field) => void;
}) {
  const id = useId();
  const add = (value: string) => {
    const chosen = absent.find(({ field }) => field === value);
    if (chosen) onAdd(chosen.field);
  };
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-label text-dim">
        Add an empty column
      </label>
      <select id={id} value="" className={SELECT} onChange={({ target }) => add(target.value)}>
        <option value="">Choose…</option>
        {absent.map(({ field, label }) => (
          <option key={field} value={field}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
