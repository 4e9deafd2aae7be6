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

const SELECT = `${CONTROL} min-h-8 py-1 text-sm`;

/** What each column of the sheet is taken for, and which are ignored or missing. */
export function ColumnMapping({ columns, missing, onChange }: ColumnMappingProps) {
  const id = useId();
  const ignored = columns.filter(({ field }) => field === undefined).map(({ name }) => name || 'one without a name');
  const absent = SHEET_FIELDS.filter(({ id: field }) => columnOf(columns, field) === -1);
  const add = (field: SheetField) =>
    onChange([...columns, { name: SHEET_FIELDS.find((known) => known.id === field)?.label ?? field, field }]);
  return (
    <details open={missing.length > 0} className="rounded-panel border border-line bg-panel px-4 py-2.5">
      <summary className="text-sm">
        Columns: {columns.length - ignored.length} taken
        {ignored.length > 0 && (
          <span className="text-dim [overflow-wrap:anywhere]">
            . Will be ignored: {readableText(ignored.join(', '), 200)}
          </span>
        )}
        {missing.length > 0 && (
          <strong className="font-medium text-bad">. Missing: {missing.map(({ label }) => label).join(', ')}</strong>
        )}
      </summary>
      {missing.length > 0 && (
        <ul className="mt-2 space-y-1 text-sm">
          {missing.map(({ field, label }) => (
            <li key={field} className="flex flex-wrap items-center gap-2">
              <span className="text-bad">No column is taken for {label}. Choose which one it is, or</span>
              <Button className="min-h-7 px-2 py-0.5 text-xs" onClick={() => add(field)}>
                add an empty one
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div
        role="group"
        aria-label="What each column is taken for"
        className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-3"
      >
        {columns.map((column, index) => (
          <div key={index} className="min-w-0">
            <label htmlFor={`${id}-${index}`} className="mb-1 block truncate text-xs text-dim" title={column.name}>
              <bdi>{readableText(column.name || `Column ${index + 1}`, 60)}</bdi>
            </label>
            <select
              id={`${id}-${index}`}
              value={column.field ?? ''}
              className={SELECT}
              onChange={({ target }) =>
                onChange(assignColumn(columns, index, (target.value || undefined) as SheetColumn['field']))
              }
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
        ))}
        <div className="min-w-0">
          <label htmlFor={`${id}-add`} className="mb-1 block text-xs text-dim">
            Add an empty column
          </label>
          <select
            id={`${id}-add`}
            value=""
            className={SELECT}
            onChange={({ target }) => add(target.value as SheetField)}
          >
            <option value="">Choose…</option>
            {absent.map(({ id: field, label }) => (
              <option key={field} value={field}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
    </details>
  );
}
