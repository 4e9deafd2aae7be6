'use client';

import { type RefObject, useCallback, useEffect, useEffectEvent } from 'react';
import type { WithdrawalLine } from '@/app/(console)/withdrawals/_list/withdrawal-lines';
import type { WithdrawalList } from '@/app/(console)/withdrawals/_list/withdrawal-list';
import type { FirstPage, ListMemory } from '@/components/list/use-list';
import type { RequestListPage } from '@/lib/requests/list/entry';

interface ReturnInput {
  list: WithdrawalList;
  first: FirstPage<RequestListPage>;
  parameters: string;
  lines: readonly (WithdrawalLine | undefined)[];
  rowsRef: RefObject<HTMLElement | null>;
}

const LAST_OPENED = new WeakMap<ListMemory, string>();
const SHOWN_PAGES = new WeakSet<object>();
// The row is drawn a few frames after the scroll position is back.
const MAX_FRAMES = 30;

/**
 * Handles the return to a list that was left: what changed meanwhile is read, and the row that was opened has the
 * focus. Gives the function that remembers the row that is being opened.
 */
export function useReturn({ list, first, parameters, lines, rowsRef }: ReturnInput): (lineKey: string) => void {
  const handleReturn = useEffectEvent(() => {
    refresh({ list, first, parameters });
    const key = LAST_OPENED.get(list.memory);
    LAST_OPENED.delete(list.memory);
    const index = key === undefined ? -1 : lines.findIndex((line) => line?.key === key);
    if (index !== -1) focusRow(rowsRef, list.start + index, MAX_FRAMES);
  });
  useEffect(() => handleReturn(), []);
  const { memory } = list;
  return useCallback((lineKey: string) => void LAST_OPENED.set(memory, lineKey), [memory]);
}

/** Shows the server's page if it is a new one and the reader is at the top; otherwise reads the rows in sight again. */
function refresh({ list, first: { page, parameters }, ...shown }: Pick<ReturnInput, 'list' | 'first' | 'parameters'>) {
  const isNew = !SHOWN_PAGES.has(page);
  SHOWN_PAGES.add(page);
  const { items } = list;
  if (items.length === 0 || !('items' in page) || page.items[0] === items[0]) return;
  if (isNew && parameters === shown.parameters && list.memory.scrollTop === 0) list.show(page);
  else list.refreshDrawn();
}

function focusRow(rows: RefObject<HTMLElement | null>, index: number, frames: number): void {
  // The reader has moved on already.
  if (document.activeElement !== document.body) return;
  const row = rows.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
  if (row) row.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusRow(rows, index, frames - 1));
}
