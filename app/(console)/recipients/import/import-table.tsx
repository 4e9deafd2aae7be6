'use client';

import { useState } from 'react';
import { type CheckedRow, isReady, type RowEditing } from '@/app/(console)/recipients/import/import-row';
import { RowFields } from '@/app/(console)/recipients/import/row-fields';
import { EntryLine } from '@/app/(console)/recipients/entry-line';
import { Button } from '@/components/ui/button';
import type { EntryCheck } from '@/lib/recipients/recipients';

interface ImportTableProps extends RowEditing {
  rows: readonly CheckedRow[];
}

const PAGE_SIZE = 50;

/** Rows of an import in pages, first those with issues or addresses to confirm, whose cells are edited in place. */
export function ImportTable({ rows, ...props }: ImportTableProps) {
  const { checks } = props;
  const [page, setPage] = useState(0);
  // A row with issues keeps its place while it is edited; the order is new with every answer and every page.
  const [first, setFirst] = useState(() => rowsToEdit(rows, checks));
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState(checks);
  if (seen !== checks) {
    setSeen(checks);
    setFirst(new Set([...first, ...rowsToEdit(rows, checks)]));
  }
  const numbered = rows.map((row, index) => ({ row, number: index + 1 }));
  const sorted = [
    ...numbered.filter(({ row }) => first.has(row.id)),
    ...numbered.filter(({ row }) => !first.has(row.id)),
  ];
  const pages = Math.max(1, Math.ceil(sorted.length / PAGE_SIZE));
  const current = Math.min(page, pages - 1);
  const turn = (to: number) => {
    setFirst(rowsToEdit(rows, checks));
    setPage(to);
  };
  return (
    <div className="space-y-3">
      <ol aria-label="Rows of the import" className="divide-y divide-line rounded-panel border border-line bg-panel">
        {sorted.slice(current * PAGE_SIZE, (current + 1) * PAGE_SIZE).map(({ row, number }) => (
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
        <nav aria-label="Pages of the import" className="flex flex-wrap items-center gap-2">
          <Button disabled={current === 0} onClick={() => turn(current - 1)}>
            Previous page
          </Button>
          <span className="text-body text-dim">
            Page {current + 1} of {pages}
          </span>
          <Button disabled={current === pages - 1} onClick={() => turn(current + 1)}>
            Next page
          </Button>
        </nav>
      )}
    </div>
  );
}

function rowsToEdit(rows: readonly CheckedRow[], checks: ReadonlyMap<string, EntryCheck>): ReadonlySet<string> {
  return new Set(
    rows.filter((row) => !isReady(row) || (checks.get(row.id)?.similarAddresses.length ?? 0) > 0).map(({ id }) => id),
  );
}
