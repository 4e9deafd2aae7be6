'use client';

import { type RefObject, useCallback, useEffect, useEffectEvent } from 'react';
import type { WithdrawalLine } from '@/app/(console)/withdrawals/_list/withdrawal-lines';
import type { WithdrawalList } from '@/app/(console)/withdrawals/_list/withdrawal-list';
import type { ListMemory } from '@/components/list/use-list';

interface ReturnInput {
  list: WithdrawalList;
  lines: readonly (WithdrawalLine | undefined)[];
  rowsRef: RefObject<HTMLElement | null>;
}

const LAST_OPENED = new WeakMap<ListMemory, string>();
// The row is drawn a few frames after the scroll position is back.
const MAX_FRAMES = 30;

/** Gives the focus to the row that was opened from a list, and the function that remembers the one being opened. */
export function useReturn({ list: { memory, start }, lines, rowsRef }: ReturnInput): (lineKey: string) => void {
  const handleReturn = useEffectEvent(() => {
    const key = LAST_OPENED.get(memory);
    LAST_OPENED.delete(memory);
    const index = key === undefined ? -1 : lines.findIndex((line) => line?.key === key);
    if (index !== -1) focusRow(rowsRef, start + index, MAX_FRAMES);
  });
  useEffect(() => handleReturn(), []);
  return useCallback((lineKey: string) => void LAST_OPENED.set(memory, lineKey), [memory]);
}

function focusRow(rows: RefObject<HTMLElement | null>, index: number, frames: number): void {
  // The reader has moved on already.
  if (document.activeElement !== document.body) return;
  const row = rows.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
  if (row) row.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusRow(rows, index, frames - 1));
}
