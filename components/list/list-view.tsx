'use client';

import { clsx } from 'clsx';
import { type ReactNode, type RefObject, Suspense, useCallback, useEffect, useMemo } from 'react';
import { ListEnd, type ListWords } from '@/components/list/list-end';
import type { AnyPage } from '@/components/list/list-kind';
import type { ListState, ListStore } from '@/components/list/list-store';
import { ListTable } from '@/components/list/list-table';
import type { ListColumns } from '@/components/list/row-style';
import type { OpenBeside } from '@/components/list/open-beside';
import { useRowNavigation } from '@/components/list/use-row-navigation';
import { useVisibleRows } from '@/components/list/use-visible-rows';

interface ListViewProps<Item, Page extends AnyPage, Row> {
  list: ListStore<Item, Page>;
  state: ListState<Item, Page>;
  /** True if the rows still belong to the query before. */
  isStale: boolean;
  words: ListWords;
  columns: ListColumns;
  /** The headings: an element with `role="columnheader"` for each column. */
  heads: ReactNode;
  /** The rows: the items themselves, or rows made of them. */
  rows: readonly Row[];
  /** Gives the key of a row: that of its item, where it stands for one. The same function at each render. */
  rowKey: (row: Row) => string;
  /** Draws a row as an element with a key. `open` opens a row beside the list. */
  renderRow: (row: Row, index: number, open: (index: number) => void) => ReactNode;
  rowsRef: RefObject<HTMLDivElement | null>;
  /** Called with the keys of the drawn rows. The same function at each render. */
  onDrawn?: (keys: readonly string[]) => void;
  /** The end of a list without rows; loaded and drawn only then. */
  empty: ReactNode;
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
export function ListView<Item, Page extends AnyPage, Row>({
  list,
  state,
  isStale,
  words,
  columns,
  heads,
  rows,
  rowKey,
  renderRow,
  rowsRef,
  onDrawn,
  empty,
  end,
  beside,
}: ListViewProps<Item, Page, Row>) {
  const openId = beside?.openId;
  const openIndex = useMemo(() => {
    const index = openId === undefined ? -1 : rows.findIndex((row) => rowKey(row) === openId);
    return index === -1 ? undefined : index;
  }, [openId, rows, rowKey]);
  const { range, reveal, firstInSight } = useVisibleRows(list, {
    count: rows.length,
    edition: state.edition,
    container: rowsRef,
    openIndex,
  });
  useEffect(() => {
    const keys = rows.slice(range.start, range.end).map(rowKey);
    list.setDrawn(keys);
    onDrawn?.(keys);
  }, [list, rows, rowKey, onDrawn, range.start, range.end]);

  const isNearEnd = range.end > rows.length - READ_AHEAD_ROWS;
  useEffect(() => {
    if (isNearEnd && !isStale && state.error === undefined && state.reading === undefined && state.next !== null)
      void list.readMore();
  }, [isNearEnd, isStale, state.error, state.reading, state.next, list]);

  const idOf = useCallback(
    (index: number) => (rows[index] === undefined ? undefined : rowKey(rows[index])),
    [rows, rowKey],
  );
  const { takesFocus, open } = useRowNavigation({
    count: rows.length,
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
    <div className={clsx('grid gap-4.5', openId !== undefined && 'min-[1100px]:grid-cols-[minmax(0,1fr)_20rem]')}>
      <section
        aria-label={words.section}
        aria-busy={isStale}
        className={clsx(
          '@container/list min-w-0 rounded-panel border border-line transition-colors',
          isStale ? 'bg-soft' : 'bg-panel',
        )}
      >
        <ListTable
          label={words.table}
          columns={columns}
          heads={heads}
          count={rows.length}
          hasMore={state.next !== null}
          range={range}
          renderRow={(index) => rows[index] !== undefined && renderRow(rows[index], index, open)}
          rowsRef={rowsRef}
        />
        <ListEnd
          state={state}
          words={words}
          empty={empty}
          end={end}
          onMore={() => void (state.items.length === 0 ? list.readTop() : list.readMore())}
        />
      </section>
      {openId !== undefined && <Suspense>{beside?.render(takesFocus)}</Suspense>}
    </div>
  );
}
