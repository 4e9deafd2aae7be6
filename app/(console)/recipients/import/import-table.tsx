'use client';

import { useState } from 'react';
import { type CheckedRow, isSound, type RowEditing } from '@/app/(console)/recipients/import/import-row';
import { RowFields } from '@/app/(console)/recipients/import/row-fields';
import { EntryLine } from '@/app/(console)/recipients/entry-line';
import { Button } from '@/components/ui/button';
import type { EntryCheck } from '@/lib/recipients/recipients';

interface ImportTableProps extends RowEditing {
  rows: readonly CheckedRow[];
}

const PER_PAGE = 50;

/** The rows of a sheet, some at a time: first those in which something is wrong or to be chosen, with their cells to be mended in place. */
export function ImportTable({ rows, ...props }: ImportTableProps) {
  const { checks } = props;
  const [page, setPage] = useState(0);
  // What was wrong stays where it is while it is mended; which rows those are is looked at anew with every answer and every page.
  const [first, setFirst] = useState(() => needing(rows, checks));
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState(checks);
  if (seen !== checks) {
    setSeen(checks);
    setFirst(new Set([...first, ...needing(rows, checks)]));
  }
  const numbered = rows.map((row, index) => ({ row, number: index + 1 }));
  const sorted = [
    ...numbered.filter(({ row }) => first.has(row.id)),
    ...numbered.filter(({ row }) => !first.has(row.id)),
  ];
  const pages = Math.max(1, Math.ceil(sorted.length / PER_PAGE));
  const current = Math.min(page, pages - 1);
  const turn = (to: number) => {
    setFirst(needing(rows, checks));
    setPage(to);
  };
  return (
    <div className="space-y-3">
      <ol aria-label="Rows of the sheet" className="divide-y divide-line rounded-panel border border-line bg-panel">
        {sorted.slice(current * PER_PAGE, (current + 1) * PER_PAGE).map(({ row, number }) => (
          <li key={row.id}>
            {!row.entry || first.has(row.id) || opened.has(row.id) ? (
              <RowFields row={row} number={number} {...props} />
            ) : (
              <EntryLine entry={row.entry} number={number}>
                <Button look="quiet" onClick={() => setOpened(new Set([...opened, row.id]))}>
                  Edit<span className="sr-only"> row {number}</span>
                </Button>
              </EntryLine>
            )}
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
  return new Set(
    rows.filter((row) => !isSound(row) || (checks.get(row.id)?.lookAlikes.length ?? 0) > 0).map(({ id }) => id),
  );
}
