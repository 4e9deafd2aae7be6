import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { memo } from 'react';
import { SheetCell } from '@/app/(console)/withdrawals/import/sheet-cell';
import type { ActiveCell, Steps } from '@/app/(console)/withdrawals/import/use-active-cell';
import { buttonClass } from '@/components/ui/button';
import { StatusMark, type Tone } from '@/components/ui/status-mark';
import type { CellPlace } from '@/lib/withdrawals/import/edit-sheet';
import type { RowState, RowView } from '@/lib/withdrawals/import/view-row';

/** What can be done at a row; the same functions for as long as the sheet is open. */
export interface RowActs {
  commit: (place: CellPlace, text: string, steps: Steps | undefined) => void;
  cancel: (place: CellPlace) => void;
  remove: (number: number) => void;
  compare: (number: number) => void;
}

export interface ShownColumn {
  /** Its place among all columns. */
  index: number;
  label: string;
  field: ActiveField;
}
type ActiveField = Parameters<typeof SheetCell>[0]['field'];

interface SheetRowProps {
  view: RowView;
  columns: readonly ShownColumn[];
  rowIndex: number;
  /** Where somebody is in this row, if they are. */
  active: ActiveCell | undefined;
  acts: RowActs;
}

const STATES: Record<RowState, { tone: Tone; label: string }> = {
  checking: { tone: 'waiting', label: 'Checking' },
  error: { tone: 'failed', label: 'To mend' },
  warn: { tone: 'unknown', label: 'Look at it' },
  ready: { tone: 'done', label: 'Ready' },
};

const BUTTON = buttonClass('quiet', 'min-h-7 px-1.5 py-0.5 text-xs');

/** One withdrawal of the sheet: a line where there is room, a card where there is not. */
export const SheetLine = memo(function SheetLine({ view, columns, rowIndex, active, acts }: SheetRowProps) {
  const { row, issues, notes, state, hasLookAlikes, check } = view;
  const { tone, label } = STATES[state];
  // Whoever is in the row can go on to its buttons; nobody has to pass those of all others.
  const tabIndex = active ? 0 : -1;
  const compare = hasLookAlikes && (
    <button
      type="button"
      tabIndex={tabIndex}
      className={buttonClass('plain', 'mt-1 min-h-7 px-2 py-0.5 text-xs')}
      onClick={() => acts.compare(row.number)}
    >
      Compare addresses
    </button>
  );
  const addressColumn =
    columns.find(({ field }) => field === 'address') ?? columns.find(({ field }) => field === 'recipient');
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={clsx(
        'border-line bg-panel text-sm md:grid md:min-w-(--sheet-width) md:grid-cols-(--sheet-columns) md:border-b',
        'max-md:mb-2 max-md:divide-y max-md:divide-line max-md:rounded-panel max-md:border max-md:py-1',
      )}
    >
      <div
        role="rowheader"
        className="left-0 z-[1] flex items-start gap-3 bg-panel px-2 py-1.5 text-xs leading-6 md:sticky md:shadow-[1px_0_0_var(--line)]"
      >
        <span className="min-w-7 text-right text-dim">{row.number}</span>
        <StatusMark
          tone={tone}
          label={label}
          className={clsx('whitespace-nowrap', state === 'error' && 'font-medium text-bad')}
        />
      </div>
      {columns.map((column) => {
        const isActive = active?.column === column.index;
        const place = { number: row.number, column: column.index };
        return (
          <SheetCell
            key={column.index}
            place={`${row.number}:${column.index}`}
            label={column.label}
            field={column.field}
            text={row.cells[column.index] ?? ''}
            network={check?.form.network ?? ''}
            issues={issues.filter((issue) => issue.column === column.index)}
            isActive={isActive}
            editing={isActive ? active.editing : undefined}
            onCommit={(text, steps) => acts.commit(place, text, steps)}
            onCancel={() => acts.cancel(place)}
          >
            {column === addressColumn && compare}
          </SheetCell>
        );
      })}
      <div role="gridcell" className="text-xs [overflow-wrap:anywhere] md:contents">
        <div className="flex items-start justify-between gap-2 border-line px-2 py-1.5 md:border-l">
          <div className="min-w-0 text-dim">
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            {addressColumn === undefined && compare}
          </div>
          <button type="button" tabIndex={tabIndex} className={BUTTON} onClick={() => acts.remove(row.number)}>
            <X aria-hidden className="size-3.5" />
            <span className="md:sr-only">Remove</span>
            <span className="sr-only"> row {row.number}</span>
          </button>
        </div>
        <div className="col-span-full w-fit px-2 pb-1.5 empty:hidden md:sticky md:left-32">
          {issues
            .filter(({ column }) => column === undefined)
            .map(({ level, message }) => (
              <p key={message} className={level === 'error' ? 'text-bad' : 'text-warn'}>
                {message}
              </p>
            ))}
        </div>
      </div>
    </div>
  );
});
