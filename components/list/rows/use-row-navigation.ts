'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { OpenBeside } from '@/components/list/open-beside';
import { useRowKeys } from '@/components/ui/use-row-keys';

interface RowNavigation {
  /** The number of rows. */
  count: number;
  /** Gives the ID of the item that a row opens. */
  idOf: (index: number) => string | undefined;
  /** Opens an item beside the list; undefined if items do not open there. */
  openItem: OpenBeside['open'] | undefined;
  closeItem: OpenBeside['close'] | undefined;
  isOpen: boolean;
  openIndex: number | undefined;
  container: RefObject<HTMLElement | null>;
  /** Scrolls a row into view. */
  reveal: (index: number) => void;
  firstInSight: () => number;
}

/** Moves through the rows by keyboard and opens items; manages the focus between rows and details. */
export function useRowNavigation({
  count,
  idOf,
  openItem,
  closeItem,
  isOpen,
  openIndex,
  container,
  reveal,
  firstInSight,
}: RowNavigation) {
  // Whether the details take the focus: not while the reader moves through the rows with the arrow keys.
  const [takesFocus, setTakesFocus] = useState(true);
  const findRow = useCallback(
    (index: number) => container.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`),
    [container],
  );

  const open = useCallback(
    (id: string) => {
      setTakesFocus(true);
      openItem?.(id);
    },
    [openItem, setTakesFocus],
  );

  const goTo = useCallback(
    (index: number, isInRows: boolean) => {
      const row = findRow(index);
      if (!row) reveal(index);
      const staysInDetails = isOpen && !isInRows;
      if (staysInDetails) row?.scrollIntoView({ block: 'nearest' });
      else row?.focus();
      const id = idOf(index);
      if (!isOpen || id === undefined) return;
      setTakesFocus(staysInDetails);
      openItem?.(id);
    },
    [idOf, openItem, isOpen, reveal, findRow, setTakesFocus],
  );

  const step = useCallback(
    (by: number, focused: number | undefined) => {
      const from = focused ?? openIndex;
      goTo(Math.min(Math.max(from === undefined ? firstInSight() : from + by, 0), count - 1), focused !== undefined);
    },
    [count, openIndex, firstInSight, goTo],
  );
  useRowKeys({ onStep: step, onEscape: isOpen ? closeItem : undefined });

  // Closing the details gives the focus back to their row.
  const lastOpen = useRef(openIndex);
  useEffect(() => {
    if (!isOpen && lastOpen.current !== undefined) findRow(lastOpen.current)?.focus({ preventScroll: true });
    lastOpen.current = openIndex;
  }, [isOpen, openIndex, findRow]);

  return { takesFocus, open };
}
