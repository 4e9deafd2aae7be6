'use client';

import { useLayoutEffect } from 'react';

const STEPS: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

interface RowKeys {
  /** Goes this many rows on; `focused` is the row that has the focus, if one has. */
  onStep: (by: number, focused: number | undefined) => void;
  /** Undefined where there is nothing to close. */
  onEscape: (() => void) | undefined;
}

/** j and k go through the rows from anywhere on the page, the arrows where a row has the focus; Escape closes the details. */
export function useRowKeys({ onStep, onEscape }: RowKeys) {
  // With what it closes, rather than after it: the next key may come at once.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isBusy =
        target.closest('input, textarea, select, [contenteditable]') !== null ||
        document.querySelector(':popover-open') !== null;
      if (isBusy || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      // A dialog closes by itself and says so.
      if (event.key === 'Escape') return document.querySelector('dialog:modal') ? undefined : onEscape?.();

      const step = STEPS[event.key];
      const focused = target.closest<HTMLElement>('[data-index]')?.dataset.index;
      if (step === undefined || (event.key.startsWith('Arrow') && focused === undefined)) return;
      event.preventDefault();
      onStep(step, focused === undefined ? undefined : Number(focused));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onStep, onEscape]);
}
