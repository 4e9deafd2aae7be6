'use client';

import { useCallback } from 'react';
import { useRowKeys } from '@/components/ui/use-row-keys';

/** Moves the focus through the rows of a table by j and k, and by the arrow keys from a focused row. */
export function RowKeys({ tableId, count }: { tableId: string; count: number }) {
  const step = useCallback(
    (by: number, focused: number | undefined) => {
      const index = focused === undefined ? 0 : Math.min(Math.max(focused + by, 0), count - 1);
      document.querySelector<HTMLElement>(`#${tableId} [data-index="${index}"] a`)?.focus();
    },
    [tableId, count],
  );
  useRowKeys({ onStep: step, onEscape: undefined });
  return null;
}
