import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { readableText } from '@/components/values/untrusted-text';
import {
  assignColumn,
  columnOf,
  SHEET_FIELDS,
  type SheetColumn,
  type SheetField,
} from '@/lib/withdrawals/import/columns';

interface ColumnMappingProps {
  columns: readonly SheetColumn[];
  missing: readonly { field: SheetField; label: string }[];
  onChange: (columns: readonly SheetColumn[]) => void;
}

const SELECT = `${CONTROL} min-h-8 py-1 text-body`;

/** Mapping of the sheet's columns to fields, with the ignored and the missing ones. Open while columns are missing. */
export function ColumnMapping({ columns, missing, onChange }: ColumnMappingProps) {
  const ignored = columns.filter(({ field }) => field === undefined).map(({ name }) => name || 'an unnamed column');
  const add = (field: SheetField) =>
    onChange([...columns, { name: SHEET_FIELDS.find((known) => known.id === field)?.label ?? field, field }]);
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
      <MissingColumns missing={missing} onAdd={add} />
      <div
        role="group"
        aria-label="Column mapping"
        className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3"
      >
        {columns.map((column, index) => (
          <ColumnField
            key={index}
            column={column}
            number={index + 1}
            onAssign={(field) => onChange(assignColumn(columns, index, field))}
          />
        ))}
        <AddColumn columns={columns} onAdd={add} />
      </div>
    </details>
  );
}

function MissingColumns({
  missing,
  onAdd,
}: Pick<ColumnMappingProps, 'missing'> & { onAdd: (field: SheetField) => void }) {
  if (missing.length === 0) return null;
  return (
    <ul className="mt-2 space-y-1 text-body">
      {missing.map(({ field, label }) => (
        <li key={field} className="flex flex-wrap items-center gap-2">
          <span className="text-bad">No column for {label}. Choose its column below, or</span>
          <Button className="min-h-7 px-2 py-0.5 text-label" onClick={() => onAdd(field)}>
            Add an empty column
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface ColumnFieldProps {
  column: SheetColumn;
  number: number;
  onAssign: (field: SheetColumn['field']) => void;
}

function ColumnField({ column, number, onAssign }: ColumnFieldProps) {
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
        onChange={({ target }) => onAssign((target.value || undefined) as SheetColumn['field'])}
      >
        <option value="">Ignored</option>
        {SHEET_FIELDS.map(({ id: field, label }) => (
          <option key={field} value={field}>
            {label}
          </option>
        ))}
        <option value="metadata">Metadata</option>
      </select>
    </div>
  );
}

function AddColumn({ columns, onAdd }: Pick<ColumnMappingProps, 'columns'> & { onAdd: (field: SheetField) => void }) {
  const id = useId();
  const absent = SHEET_FIELDS.filter(({ id: field }) => columnOf(columns, field) === -1);
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-label text-dim">
        Add an empty column
      </label>
      <select id={id} value="" className={SELECT} onChange={({ target }) => onAdd(target.value as SheetField)}>
        <option value="">Choose…</option>
        {absent.map(({ id: field, label }) => (
          <option key={field} value={field}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
