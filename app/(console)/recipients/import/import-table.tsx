'use client';

import { useState } from 'react';
import { ChooseAddress } from '@/app/(console)/recipients/choose-address';
import { type CheckedRow, isSound } from '@/app/(console)/recipients/import/import-row';
import { Button } from '@/components/ui/button';
import { CONTROL, describedBy, Field } from '@/components/ui/field';
import type { Network } from '@/lib/networks';
import type { RecipientForm } from '@/lib/recipient-form';
import type { EntryCheck } from '@/lib/recipients';

interface ImportTableProps {
  rows: readonly CheckedRow[];
  checks: ReadonlyMap<string, EntryCheck>;
  networks: readonly Network[];
  /** Which address is meant, by the row's id. */
  chosen: Readonly<Record<string, string>>;
  onChoose: (id: string, address: string) => void;
  onEdit: (id: string, change: Partial<RecipientForm>) => void;
  onRemove: (id: string) => void;
}

const PER_PAGE = 25;
const FIELDS: readonly { field: keyof RecipientForm; label: string; className?: string }[] = [
  { field: 'name', label: 'Name' },
  { field: 'network', label: 'Network' },
  { field: 'address', label: 'Address', className: 'sm:col-span-2' },
  { field: 'memo', label: 'Memo' },
  { field: 'profiles', label: 'Profiles' },
  { field: 'note', label: 'Note', className: 'sm:col-span-2' },
];

/** The rows of a sheet, some at a time, every cell to be mended in place; those first in which something is wrong or to be chosen. */
export function ImportTable({ rows, checks, networks, chosen, onChoose, onEdit, onRemove }: ImportTableProps) {
  const [page, setPage] = useState(0);
  // What was wrong stays in sight while it is mended; which rows those are is looked at anew with every turn of the page.
  const [marked, setMarked] = useState(() => needing(rows, checks));
  const [seen, setSeen] = useState(checks);
  if (seen !== checks) {
    setSeen(checks);
    setMarked((known) => new Set([...known, ...needing(rows, checks)]));
  }
  const numbered = rows.map((row, index) => ({ row, number: index + 1 }));
  const sorted = [...numbered.filter(({ row }) => marked.has(row.id)), ...numbered.filter(({ row }) => !marked.has(row.id))];
  const pages = Math.max(1, Math.ceil(sorted.length / PER_PAGE));
  const current = Math.min(page, pages - 1);
  const turn = (to: number) => {
    setMarked(needing(rows, checks));
    setPage(to);
  };
  return (
    <div className="space-y-3">
      <ol aria-label="Rows of the sheet" className="space-y-3">
        {sorted.slice(current * PER_PAGE, (current + 1) * PER_PAGE).map(({ row, number }) => (
          <li key={row.id}>
            <fieldset className={`rounded-panel border bg-panel p-3 ${isSound(row) ? 'border-line' : 'border-bad'}`}>
              <legend className="px-1 text-xs text-dim">Row {number}</legend>
              <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
                {FIELDS.map(({ field, label, className }) => (
                  <Cell key={field} row={row} field={field} label={label} className={className} networks={networks} onEdit={onEdit} />
                ))}
              </div>
              {row.entry && (checks.get(row.id)?.lookAlikes.length ?? 0) > 0 && (
                <div className="mt-3">
                  <ChooseAddress
                    entry={row.entry}
                    lookAlikes={checks.get(row.id)?.lookAlikes ?? []}
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
          </li>
        ))}
      </ol>
      {pages > 1 && (
        <nav aria-label="Pages of the sheet" className="flex flex-wrap items-center gap-2">
          <Button disabled={current === 0} onClick={() => turn(current - 1)}>
            Before
          </Button>
          <span className="text-sm text-dim">
            Page {current + 1} of {pages}
          </span>
          <Button disabled={current === pages - 1} onClick={() => turn(current + 1)}>
            Next
          </Button>
        </nav>
      )}
    </div>
  );
}

function needing(rows: readonly CheckedRow[], checks: ReadonlyMap<string, EntryCheck>): ReadonlySet<string> {
  return new Set(rows.filter((row) => !isSound(row) || (checks.get(row.id)?.lookAlikes.length ?? 0) > 0).map(({ id }) => id));
}

interface CellProps {
  row: CheckedRow;
  field: keyof RecipientForm;
  label: string;
  className: string | undefined;
  networks: readonly Network[];
  onEdit: ImportTableProps['onEdit'];
}

function Cell({ row, field, label, className, networks, onEdit }: CellProps) {
  const id = `${row.id}-${field}`;
  const fault = row.faults[field];
  const control = {
    id,
    value: row.form[field],
    'aria-invalid': fault !== undefined,
    'aria-describedby': describedBy(id),
    onChange: ({ target }: { target: { value: string } }) => onEdit(row.id, { [field]: target.value }),
  };
  const isKnown = networks.some((network) => network.id === row.form.network);
  return (
    <Field id={id} label={label} error={fault} className={className}>
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
