'use client';

import { clsx } from 'clsx';
import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useMemo } from 'react';
import { useDayHeads } from '@/components/list/rows/day-heads';
import { ListEnd, type ListWords } from '@/components/list/list-end';
import type { AnyPage } from '@/components/list/list-kind';
import { ListTable } from '@/components/list/list-table';
import type { ListColumns } from '@/components/list/row-style';
import type { OpenBeside } from '@/components/list/open-beside';
import { useRowNavigation } from '@/components/list/rows/use-row-navigation';
import type { List } from '@/components/list/use-list';
import { useRowsInSight } from '@/components/list/rows/use-rows-in-sight';

interface ListViewProps<Item, Page extends AnyPage, Row extends object> {
  list: List<Item, Page>;
  words: ListWords;
  columns: ListColumns;
  /** The headings: an element with `role="columnheader"` for each column. */
  heads: ReactNode;
  /** The rows that are held, from `list.start`: the items themselves, or rows made of them. */
  rows: readonly (Row | undefined)[];
  /** Gives the key of a row: that of its item, where it stands for one. The same function at each render. */
  rowKey: (row: Row) => string;
  /** Draws a row as an element with a key. `open` opens a row beside the list. */
  renderRow: (row: Row, index: number, open: (key: string) => void) => ReactNode;
  rowsRef: RefObject<HTMLDivElement | null>;
  /** Gives the index of the item of a row; the row's own unless given. The same function at each render. */
  itemAt?: (index: number) => number;
  /** Gives the time of a row (ISO 8601), for headings by day; the same function at each render. */
  timeOf?: ((row: Row) => string | undefined) | undefined;
  /** The end of a list without rows; loaded and drawn only then. */
  empty: ReactNode;
  /** Shown above the list, or below it, while no item is open. */
  aside?: ReactNode;
  isAsideBelow?: boolean;
  /** Content below the last row. */
  end: ReactNode;
  /** The item that is open beside the list, and how to open others; undefined if items are pages of their own. */
  beside?: Omit<OpenBeside, 'useOpenId'> & {
    openId: string | undefined;
    /** Draws the open item. */
    render: (takesFocus: boolean) => ReactNode;
  };
}

const READ_AHEAD_ROWS = 100;

/**
 * The rows of a list that are in sight, with their headings and the end of the list, and the open item beside them.
 * Loads more rows before the reader reaches the end.
 */
export function ListView<Item, Page extends AnyPage, Row extends object>({
  list,
  words,
  columns,
  heads,
  rows,
  rowKey,
  renderRow,
  rowsRef,
  itemAt,
  timeOf,
  aside,
  isAsideBelow = false,
  empty,
  end,
  beside,
}: ListViewProps<Item, Page, Row>) {
  const { start, isStale, reading, hasMore, readMore, readAbove, setDrawn } = list;
  const hasError = list.error !== undefined;
  const openId = beside?.openId;
  const openIndex = useMemo(() => {
    const index = openId === undefined ? -1 : rows.findIndex((row) => row !== undefined && rowKey(row) === openId);
    return index === -1 ? undefined : start + index;
  }, [openId, rows, rowKey, start]);
  const count = start + rows.length;
  const headOf = useDayHeads(rows, start, timeOf);
  const { range, size, Sight, sight, reveal, firstInSight } = useRowsInSight({
    memory: list.memory,
    edition: list.edition,
    start,
    count,
    container: rowsRef,
    openIndex,
    isStale,
  });
  useEffect(() => {
    setDrawn(itemAt ? { start: itemAt(range.start), end: itemAt(range.end - 1) + 1 } : range);
    // oxlint-disable-next-line react/exhaustive-deps -- the range is new at each render, its rows are not
  }, [setDrawn, itemAt, range.start, range.end]);

  const canRead = !isStale && !hasError && reading === undefined;
  const isNearEnd = range.end > count - READ_AHEAD_ROWS;
  useEffect(() => {
    if (canRead && isNearEnd && hasMore) readMore();
  }, [canRead, isNearEnd, hasMore, readMore]);
  useEffect(() => {
    if (canRead && range.start < start) readAbove(range.start);
  }, [canRead, range.start, start, readAbove]);

  const rowAt = useCallback((index: number) => rows[index - start], [rows, start]);
  const idOf = useCallback(
    (index: number) => {
      const row = rowAt(index);
      return row === undefined ? undefined : rowKey(row);
    },
    [rowAt, rowKey],
  );
  const { takesFocus, open } = useRowNavigation({
    count,
    idOf,
    openItem: beside?.open,
    closeItem: beside?.close,
    isOpen: openId !== undefined,
    openIndex,
    container: rowsRef,
    reveal,
    firstInSight,
  });
  return (
    <div
      className={clsx(
        'grid items-start gap-x-4.5 gap-y-2',
        openId !== undefined && 'min-[1100px]:grid-cols-[minmax(0,1fr)_20rem]',
      )}
    >
      <section
        aria-label={words.section}
        aria-busy={isStale}
        className={clsx(
          '@container/list relative min-w-0 rounded-panel border border-line bg-panel',
          isStale && 't-stale',
        )}
      >
        <ListTable
          label={words.table}
          columns={columns}
          heads={heads}
          count={count}
          hasMore={hasMore}
          range={range}
          renderRow={(index) => {
            const row = rowAt(index);
            return row !== undefined && renderRow(row, index, open);
          }}
          headOf={headOf}
          size={size}
          isStale={isStale}
          rowsRef={rowsRef}
        />
        {Sight && sight && <Sight count={count} headOf={headOf} {...sight} />}
        {isStale && (
          <p role="status" className="absolute inset-x-0 top-16 text-center text-dim">
            Searching…
          </p>
        )}
        <div className="t-end">
          <ListEnd list={list} count={count} words={words} empty={empty} end={end} />
        </div>
      </section>
      {openId === undefined ? (
        <div className={clsx('empty:hidden', !isAsideBelow && 'order-first')}>{aside}</div>
      ) : (
        <Suspense>{beside?.render(takesFocus)}</Suspense>
      )}
    </div>
  );
}
