'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { closeTransfer, openTransfer } from '@/app/(console)/transfers/_list/open-transfer';
import type { ListedItem } from '@/app/(console)/transfers/_list/transfer-list';
import { rememberOpened } from '@/components/transfers/recently-opened';
import { useRowKeys } from '@/components/ui/use-row-keys';

interface RowNavigation {
  items: readonly ListedItem[];
  openId: string | undefined;
  openIndex: number | undefined;
  container: RefObject<HTMLElement | null>;
  /** Scrolls a row into view. */
  reveal: (index: number) => void;
  firstInSight: () => number;
}

/** Opens transfers and moves through the rows by keyboard; manages the focus between rows and details. */
export function useRowNavigation({ items, openId, openIndex, container, reveal, firstInSight }: RowNavigation) {
  // Whether the details take the focus: not while the reader moves through the rows with the arrow keys.
  const [takesFocus, setTakesFocus] = useState(true);
  const findRow = useCallback(
    (index: number) => container.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`),
    [container],
  );

  const open = useCallback(
    (index: number) => {
      const id = items[index]?.id;
      if (!id) return;
      setTakesFocus(true);
      openTransfer(id);
    },
    [items, setTakesFocus],
  );

  const goTo = useCallback(
    (index: number, isInRows: boolean) => {
      const row = findRow(index);
      if (!row) reveal(index);
      const staysInDetails = openId !== undefined && !isInRows;
      if (staysInDetails) row?.scrollIntoView({ block: 'nearest' });
      else row?.focus();
      const id = items[index]?.id;
      if (openId === undefined || !id) return;
      setTakesFocus(staysInDetails);
      openTransfer(id);
    },
    [items, openId, reveal, findRow, setTakesFocus],
  );

  const step = useCallback(
    (by: number, focused: number | undefined) => {
      const from = focused ?? openIndex;
      goTo(
        Math.min(Math.max(from === undefined ? firstInSight() : from + by, 0), items.length - 1),
        focused !== undefined,
      );
    },
    [items, openIndex, firstInSight, goTo],
  );
  useRowKeys({ onStep: step, onEscape: openId === undefined ? undefined : closeTransfer });

  const openItem = openIndex === undefined ? undefined : items[openIndex];
  useEffect(() => {
    if (openItem) rememberOpened(openItem.id, openItem.ref_id ?? openItem.id);
  }, [openItem]);

  // Closing the details gives the focus back to their row.
  const lastOpen = useRef(openIndex);
  useEffect(() => {
    if (openId === undefined && lastOpen.current !== undefined)
      findRow(lastOpen.current)?.focus({ preventScroll: true });
    lastOpen.current = openIndex;
  }, [openId, openIndex, findRow]);

  return { takesFocus, open };
}
