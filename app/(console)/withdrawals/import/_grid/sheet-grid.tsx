import { clsx } from 'clsx';
import {
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useMemo,
} from 'react';
import { SheetBlock } from '@/app/(console)/withdrawals/import/_grid/sheet-block';
import { type RowActions, SheetLine, type ShownColumn } from '@/app/(console)/withdrawals/import/_grid/sheet-row';
import type { ActiveCell, Steps } from '@/app/(console)/withdrawals/import/_grid/use-active-cell';
import { useMediaQuery } from '@/components/ui/browser/use-media-query';
import type { CellPlace } from '@/lib/requests/import/edit-sheet';
import type { RowView } from '@/lib/requests/import/view-row';

interface SheetGridProps {
  gridRef: RefObject<HTMLDivElement | null>;
  views: readonly RowView[];
  columns: readonly ShownColumn[];
  active: ActiveCell | undefined;
  actions: RowActions;
  onGo: (place: ActiveCell) => void;
  onStep: (from: CellPlace, steps: Steps) => void;
  onPaste: (at: CellPlace, text: string) => void;
}

const BLOCK_SIZE = 20;
// In pixels, by row.
const ESTIMATED_HEIGHT = { line: 68, card: 400 };
// In rem, by field: the least and the most that a column takes for its texts.
const WIDTHS: Partial<Record<NonNullable<ShownColumn['field']>, [number, number]>> = {
  asset: [5, 7],
  network: [7, 10],
  recipient: [9, 11],
  address: [19, 19],
  // An amount is not broken.
  amount: [7.5, 24],
  total: [7.5, 24],
  reference: [7.5, 10],
  memo: [5.5, 9],
  noMemo: [5.5, 6],
  note: [8.5, 13],
};
const WIDTH: [number, number] = [6, 9];
const NUMBER_WIDTH = 7.5;
const REMOVE_WIDTH = 2.75;
const REM_PER_CHARACTER = 0.6;
const PADDING = 1.25;
const ROW_NOTES = 'Row notes';
const FAR = 1_000_000;
const PAGE = 10;
const STEPS: Record<string, Steps> = {
  ArrowDown: { down: 1 },
  ArrowUp: { down: -1 },
  ArrowRight: { right: 1 },
  ArrowLeft: { right: -1 },
  PageDown: { down: PAGE },
  PageUp: { down: -PAGE },
  Home: { right: -FAR },
  End: { right: FAR },
};
const STEPS_TO_CORNER: Record<string, Steps> = { Home: { down: -FAR, right: -FAR }, End: { down: FAR, right: FAR } };

/**
 * Grid of the sheet's rows. Arrows move, Enter or typing edits, Delete clears, and cells are copied and pasted as in a
 * spreadsheet. Tab leaves the grid, except from within an input. Only rows in or near sight are rendered.
 */
export function SheetGrid({ gridRef, views, columns, active, actions, onGo, onStep, onPaste }: SheetGridProps) {
  const isWide = useMediaQuery(WIDE, true);
  const events = createGridEvents({ views, active, actions, onGo, onStep, onPaste });
  const widths = useMemo(() => columns.map((column) => widthOf(column, views)), [columns, views]);
  const style = {
    '--sheet-columns': [
      `${NUMBER_WIDTH}rem`,
      ...widths.map((width) => `minmax(${width}rem, ${width}fr)`),
      `${REMOVE_WIDTH}rem`,
    ].join(' '),
    '--sheet-width': `${widths.reduce((sum, width) => sum + width, NUMBER_WIDTH + REMOVE_WIDTH)}rem`,
  } as CSSProperties;
  const blocks = Array.from({ length: Math.ceil(views.length / BLOCK_SIZE) }, (_, index) =>
    views.slice(index * BLOCK_SIZE, (index + 1) * BLOCK_SIZE),
  );
  return (
    <div
      ref={gridRef}
      role="grid"
      // The cells take the focus.
      tabIndex={-1}
      aria-label="Withdrawals to import"
      aria-rowcount={views.length + 1}
      aria-colcount={columns.length + 2}
      style={style}
      className="@container/sheet relative md:max-h-[max(22rem,calc(100dvh-22rem))] md:scroll-pt-10 md:scroll-pl-36 md:overflow-auto md:rounded-panel md:border md:border-line md:bg-panel"
      {...events}
    >
      <GridHeader columns={columns} />
      {blocks.map((block, at) => (
        <SheetBlock
          key={`${isWide}:${block[0]?.row.number}`}
          root={isWide ? gridRef : undefined}
          estimatedHeight={block.length * (isWide ? ESTIMATED_HEIGHT.line : ESTIMATED_HEIGHT.card)}
          isPinned={at === 0 || block.some(({ row }) => row.number === active?.number)}
        >
          {() =>
            block.map((view, index) => (
              <SheetLine
                key={view.row.number}
                view={view}
                columns={columns}
                rowIndex={at * BLOCK_SIZE + index + 2}
                active={active?.number === view.row.number ? active : undefined}
                actions={actions}
              />
            ))
          }
        </SheetBlock>
      ))}
    </div>
  );
}

/** Gives the width of a column in rem: as its texts take it, within limits, so that every column is in sight. */
function widthOf({ index, field }: ShownColumn, views: readonly RowView[]): number {
  const [least, most] = (field && WIDTHS[field]) ?? WIDTH;
  const longest = views.reduce((length, { row }) => Math.max(length, row.cells[index]?.length ?? 0), 0);
  return Math.min(Math.max(longest * REM_PER_CHARACTER + PADDING, least), most);
}

function GridHeader({ columns }: Pick<SheetGridProps, 'columns'>) {
  return (
    <div role="rowgroup" className="top-0 z-10 max-md:sr-only md:sticky md:min-w-(--sheet-width)">
      <div
        role="row"
        aria-rowindex={1}
        className="border-b border-line bg-panel text-label text-dim md:grid md:grid-cols-(--sheet-columns)"
      >
        {['No.', ...columns.map(({ label }) => label), ROW_NOTES].map((label, index) => (
          <span
            key={label}
            role="columnheader"
            className={clsx('bg-panel px-2 py-2', index === 0 ? 'left-0 md:sticky' : 'border-line md:border-l')}
          >
            {label === ROW_NOTES ? <span className="sr-only">{label}</span> : label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Makes the grid's handlers of keys, clicks and the clipboard. */
function createGridEvents({
  views,
  active,
  actions,
  onGo,
  onStep,
  onPaste,
}: Omit<SheetGridProps, 'gridRef' | 'columns'>) {
  const textOf = ({ number, column }: CellPlace) =>
    views.find(({ row }) => row.number === number)?.row.cells[column] ?? '';
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const place = placeOf(event.target);
      if (!place || event.altKey) return;
      const { key } = event;
      const steps = event.ctrlKey || event.metaKey ? STEPS_TO_CORNER[key] : STEPS[key];
      if (steps) onStep(place, steps);
      else if (event.ctrlKey || event.metaKey) return;
      else if (key === 'Enter' || key === 'F2') onGo({ ...place, editing: textOf(place) });
      else if (key === 'Delete' || key === 'Backspace') actions.commit(place, '', {});
      else if (key.length === 1 && key !== ' ') onGo({ ...place, editing: key });
      else return;
      event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      const place = placeOf(event.target);
      if (!place) return;
      const isActive = event.detail > 1 || (active?.number === place.number && active.column === place.column);
      // The person selects a text to copy.
      if (event.detail === 1 && window.getSelection()?.isCollapsed === false) return;
      // A touch screen has no keys to start editing with.
      const isTouch = (event.nativeEvent as PointerEvent).pointerType === 'touch';
      onGo({ ...place, ...((isActive || isTouch) && { editing: textOf(place) }) });
    },
    onCopy: (event: ClipboardEvent) => {
      const place = placeOf(event.target);
      if (!place || window.getSelection()?.isCollapsed === false) return;
      event.clipboardData.setData('text/plain', textOf(place));
      event.preventDefault();
    },
    onPaste: (event: ClipboardEvent) => {
      const place = placeOf(event.target);
      if (!place) return;
      onPaste(place, event.clipboardData.getData('text/plain'));
      event.preventDefault();
    },
  };
}

/** Gives the place of the cell in which an event happened; undefined in an input, at a button and elsewhere. */
function placeOf(target: EventTarget): CellPlace | undefined {
  if (!(target instanceof Element) || target.closest('input, button')) return undefined;
  const [number, column] = target.closest<HTMLElement>('[data-cell]')?.dataset.cell?.split(':').map(Number) ?? [];
  return number === undefined || column === undefined ? undefined : { number, column };
}

const WIDE = '(min-width: 48rem)';
