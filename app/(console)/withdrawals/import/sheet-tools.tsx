import { useId } from 'react';
import { TableMenu } from '@/components/data/export-menu';
import { Button, buttonClass } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import type { Table } from '@/lib/sheets/write/table';
import { formatCount } from '@/lib/text/locale';

export const FILTERS = ['all', 'error', 'warn'] as const;
export type SheetFilter = (typeof FILTERS)[number];

interface SheetToolsProps {
  name: string;
  onName: (name: string) => void;
  filter: SheetFilter;
  counts: Record<SheetFilter, number>;
  onFilter: (filter: SheetFilter) => void;
  makeTable: () => Table;
  onStartOver: () => void;
}

const LABELS: Record<SheetFilter, string> = { all: 'All rows', error: 'To fix', warn: 'To review' };

/** Toolbar of the sheet: name of the batch, filter of the rows, download and start over. */
export function SheetTools({ name, onName, filter, counts, onFilter, makeTable, onStartOver }: SheetToolsProps) {
  const id = useId();
  return (
    <div className="my-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 max-sm:w-full">
        <label htmlFor={id} className="mb-1 block text-label text-dim">
          Batch name
        </label>
        <input
          id={id}
          value={name}
          maxLength={120}
          autoComplete="off"
          className={`${CONTROL} sm:w-72`}
          onChange={({ target }) => onName(target.value)}
        />
      </div>
      <div role="group" aria-label="Show rows" className="flex flex-wrap gap-2">
        {FILTERS.map((which) => (
          <button
            key={which}
            type="button"
            aria-pressed={which === filter}
            onClick={() => onFilter(which)}
            className={buttonClass(
              'plain',
              'min-h-8 px-3 py-1 text-body aria-pressed:border-accent aria-pressed:bg-accent-soft',
            )}
          >
            {LABELS[which]} <span className="text-dim">{formatCount(counts[which])}</span>
          </button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <TableMenu
          label="Download sheet"
          verb="Download"
          fileName={name.trim() || 'withdrawals'}
          makeTable={makeTable}
        />
        <Button look="quiet" className="min-h-8 px-3 py-1 text-body" onClick={onStartOver}>
          Discard sheet
        </Button>
      </div>
    </div>
  );
}
