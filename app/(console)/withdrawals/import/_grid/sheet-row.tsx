import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { SheetCell } from '@/app/(console)/withdrawals/import/_grid/sheet-cell';
import type { ActiveCell, Steps } from '@/app/(console)/withdrawals/import/_grid/use-active-cell';
import { buttonClass } from '@/components/ui/button';
import { StatusMark } from '@/components/ui/status-mark';
import type { Tone } from '@/lib/transfers/describe-status';
import type { SheetColumn } from '@/lib/requests/import/columns';
import type { CellPlace } from '@/lib/requests/import/edit-sheet';
import type { RowState, RowView } from '@/lib/requests/import/view-row';

/** Callbacks of a row; the same functions for as long as the sheet is open. */
export interface RowActions {
  commit: (place: CellPlace, text: string, steps: Steps | undefined) => void;
  cancel: (place: CellPlace) => void;
  remove: (number: number) => void;
  compare: (number: number) => void;
}

/** Column of the grid. */
export interface ShownColumn {
  /** Index among all columns of the sheet. */
  index: number;
  label: string;
  field: SheetColumn['field'];
}

interface SheetRowProps {
  view: RowView;
  columns: readonly ShownColumn[];
  rowIndex: number;
  /** The active cell where it is in this row. */
  active: ActiveCell | undefined;
  actions: RowActions;
}

const STATES: Record<RowState, { tone: Tone; label: string }> = {
  checking: { tone: 'waiting', label: 'Checking' },
  error: { tone: 'failed', label: 'To fix' },
  warn: { tone: 'unknown', label: 'To review' },
  ready: { tone: 'done', label: 'Ready' },
};

const BUTTON = buttonClass('quiet', 'min-h-7 px-1.5 py-0.5 text-label');

/** Row of the grid, one withdrawal: a line on a wide screen, a card on a narrow one. */
export const SheetLine = memo(function SheetLine({ view, columns, rowIndex, active, actions }: SheetRowProps) {
  const { row, issues, check } = view;
  // Tab leads to the buttons of the active row only, so that nobody has to pass those of all others.
  const tabIndex = active ? 0 : -1;
  const compare = view.hasSimilarAddresses && (
    <button
      type="button"
      tabIndex={tabIndex}
      className={buttonClass('plain', 'mt-1 min-h-7 px-2 py-0.5 text-label')}
      onClick={() => actions.compare(row.number)}
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
        'border-line bg-panel text-body md:grid md:min-w-(--sheet-width) md:grid-cols-(--sheet-columns) md:border-b',
        'max-md:mb-2 max-md:divide-y max-md:divide-line max-md:rounded-panel max-md:border max-md:py-1',
      )}
    >
      <RowHeader view={view} />
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
            onCommit={(text, steps) => actions.commit(place, text, steps)}
            onCancel={() => actions.cancel(place)}
          >
            {column === addressColumn && compare}
          </SheetCell>
        );
      })}
      <RowNotes view={view} tabIndex={tabIndex} onRemove={() => actions.remove(row.number)}>
        {addressColumn === undefined && compare}
      </RowNotes>
    </div>
  );
});

function RowHeader({ view: { row, state } }: { view: RowView }) {
  const { tone, label } = STATES[state];
  return (
    <div
      role="rowheader"
      className="left-0 z-[1] flex items-start gap-2 bg-panel px-2 py-1.5 text-label leading-6 md:sticky md:shadow-[1px_0_0_var(--line)]"
    >
      <span className="min-w-6 text-right text-dim">{row.number}</span>
      <StatusMark
        tone={tone}
        label={label}
        className={clsx('whitespace-nowrap', state === 'error' && 'font-medium text-bad')}
      />
    </div>
  );
}

interface RowNotesProps {
  view: RowView;
  tabIndex: number;
  onRemove: () => void;
  children: ReactNode;
}

/**
 * Last cell of a row: the button that removes the row, and below the other cells, always in sight, its notes and the
 * issues of the whole row.
 */
function RowNotes({ view: { row, issues, notes }, tabIndex, onRemove, children }: RowNotesProps) {
  return (
    <div role="gridcell" className="text-label [overflow-wrap:anywhere] md:contents">
      <div className="flex justify-end border-line px-1 py-1 md:border-l">
        <button type="button" tabIndex={tabIndex} className={BUTTON} onClick={onRemove}>
          <X aria-hidden className="size-3.5" />
          <span className="md:sr-only">Remove</span>
          <span className="sr-only"> row {row.number}</span>
        </button>
      </div>
      <div className="col-span-full w-fit space-y-0.5 px-2 pb-1.5 empty:hidden md:sticky md:left-30 md:max-w-[calc(100cqw-8rem)]">
        {issues
          .filter(({ column }) => column === undefined)
          .map(({ level, message }) => (
            <p key={message} className={level === 'error' ? 'text-bad' : 'text-warn'}>
              {message}
            </p>
          ))}
        {notes.length > 0 && <p className="text-dim">{notes.join(' ')}</p>}
        {children}
      </div>
    </div>
  );
}
