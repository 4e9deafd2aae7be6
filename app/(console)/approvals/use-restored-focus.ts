'use client';

import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useRowKeys } from '@/components/ui/use-row-keys';

/**
 * Moves the focus by key through the `count` lines of a list that updates by itself. Where the focused line disappears,
 * the focus goes to the line that takes its place.
 */
export function useRestoredFocus(lines: RefObject<HTMLElement | null>, count: number): void {
  const lastFocused = useRef<{ line: HTMLElement; index: number }>(undefined);
  const focus = useCallback(
    (index: number) =>
      lines.current?.querySelector<HTMLElement>(`[data-index="${Math.min(Math.max(index, 0), count - 1)}"]`)?.focus(),
    [lines, count],
  );
  const step = useCallback(
    (by: number, focused: number | undefined) => focus(focused === undefined ? 0 : focused + by),
    [focus],
  );
  useRowKeys({ onStep: step, onEscape: undefined });

  useEffect(() => {
    const list = lines.current;
    const remember = ({ target }: FocusEvent) => {
      const line = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      lastFocused.current = line ? { line, index: Number(line.dataset.index) } : undefined;
    };
    list?.addEventListener('focusin', remember);
    return () => list?.removeEventListener('focusin', remember);
  }, [lines]);

  // After every render, since the list can change without changing its length.
  useEffect(() => {
    const last = lastFocused.current;
    if (!last) return;
    if (last.line.isConnected) last.index = Number(last.line.dataset.index);
    else if (document.activeElement === document.body) focus(last.index);
  });
}
