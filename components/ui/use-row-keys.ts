'use client';

import { useLayoutEffect } from 'react';
import type { KEYS } from '@/components/ui/browser/keys';

/** By how many rows a key moves. */
const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 } satisfies Partial<
  Record<keyof typeof KEYS, number>
>;

interface RowKeys {
  /** Moves by this many rows; `focused` is the index of the row with the focus, if any. */
  onStep: (by: number, focused: number | undefined) => void;
  /** Closes the details; undefined if nothing is open. */
  onEscape: (() => void) | undefined;
}

/**
 * Handles the keys of a list: j and k move through the rows from anywhere on the page, the arrow keys from a focused
 * row, and Escape closes the details.
 */
export function useRowKeys({ onStep, onEscape }: RowKeys) {
  // A layout effect, so that the next key, which may follow at once, finds the current handlers.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isBusy =
        target.closest('input, textarea, select, [contenteditable]') !== null ||
        document.querySelector(':popover-open') !== null;
      if (isBusy || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      // A dialog handles Escape itself.
      if (event.key === 'Escape') return document.querySelector('dialog:modal') ? undefined : onEscape?.();

      const step = Object.hasOwn(STEPS, event.key) ? STEPS[event.key] : undefined;
      const focused = target.closest<HTMLElement>('[data-index]')?.dataset.index;
      if (step === undefined || (event.key.startsWith('Arrow') && focused === undefined)) return;
      event.preventDefault();
      onStep(step, focused === undefined ? undefined : Number(focused));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onStep, onEscape]);
}
