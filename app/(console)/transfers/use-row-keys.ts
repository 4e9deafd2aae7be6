'use client';

import { useEffect } from 'react';

const STEPS: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

interface RowKeys {
  /** Goes this many rows on; `isInRows` says whether a row has the focus. */
  onStep: (step: number, isInRows: boolean) => void;
  /** Undefined where there is nothing to close. */
  onEscape: (() => void) | undefined;
}

/** j and k go through the rows from anywhere on the page, the arrows where a row has the focus; Escape closes the details. */
export function useRowKeys({ onStep, onEscape }: RowKeys) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isBusy = target.closest('input, textarea, select, [contenteditable]') !== null || document.querySelector(':popover-open') !== null;
      if (isBusy || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === 'Escape') return onEscape?.();

      const step = STEPS[event.key];
      const isInRows = target.closest('[data-index]') !== null;
      if (step === undefined || (event.key.startsWith('Arrow') && !isInRows)) return;
      event.preventDefault();
      onStep(step, isInRows);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onStep, onEscape]);
}
