'use client';

import type { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { closeTransfer, openTransfer } from '@/app/(console)/transfers/open-transfer';
import { useRowKeys } from '@/components/use-row-keys';
import type { ListedItem } from '@/app/(console)/transfers/walk';

interface Opening {
  rows: readonly ListedItem[];
  openId: string | undefined;
  openIndex: number | undefined;
  container: RefObject<HTMLElement | null>;
  virtualizer: ReturnType<typeof useWindowVirtualizer<Element>>;
}

/** How transfers are opened and gone through, and where the focus is meanwhile. */
export function useOpening({ rows, openId, openIndex, container, virtualizer }: Opening) {
  // Whether the focus goes into the details: not while a person goes through the rows with the arrows.
  const [takesFocus, setTakesFocus] = useState(true);
  const findRow = useCallback((index: number) => container.current?.querySelector<HTMLElement>(`[data-index="${index}"] :is(a, button)`), [container]);

  const open = useCallback(
    (index: number) => {
      const id = rows[index]?.item.id;
      if (!id) return;
      setTakesFocus(true);
      openTransfer(id);
    },
    [rows, setTakesFocus],
  );

  const goTo = useCallback(
    (index: number, isInRows: boolean) => {
      const row = findRow(index);
      if (!row) virtualizer.scrollToIndex(index);
      const staysInDetails = openId !== undefined && !isInRows;
      if (staysInDetails) row?.scrollIntoView({ block: 'nearest' });
      else row?.focus();
      const id = rows[index]?.item.id;
      if (openId === undefined || !id) return;
      setTakesFocus(staysInDetails);
      openTransfer(id);
    },
    [rows, openId, virtualizer, findRow, setTakesFocus],
  );

  const step = useCallback(
    (by: number, focused: number | undefined) => {
      const from = focused ?? openIndex;
      const first = Math.max(virtualizer.range?.startIndex ?? 0, 0);
      goTo(Math.min(Math.max(from === undefined ? first : from + by, 0), rows.length - 1), focused !== undefined);
    },
    [rows, openIndex, virtualizer, goTo],
  );
  useRowKeys({ onStep: step, onEscape: openId === undefined ? undefined : closeTransfer });

  // The focus comes back to the row whose details were closed.
  const lastOpen = useRef(openIndex);
  useEffect(() => {
    if (openId === undefined && lastOpen.current !== undefined) findRow(lastOpen.current)?.focus({ preventScroll: true });
    lastOpen.current = openIndex;
  }, [openId, openIndex, findRow]);

  return { takesFocus, open };
}
