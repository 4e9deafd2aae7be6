'use client';

import { useSyncExternalStore } from 'react';
import { TRANSFER_COLUMNS, type TransferColumnId } from '@/lib/transfers/columns';

const KEY = 'countersign.columns';
const CHANGED = 'countersign:columns';

/** Which columns a list has until somebody chooses others. */
export const USUAL_COLUMNS: readonly TransferColumnId[] = [
  'created',
  'reference',
  'type',
  'amount',
  'network',
  'status',
];

/** The link to the transfer stands in it, so it is always there. */
export const FIXED_COLUMN: TransferColumnId = 'reference';

/** The columns that were chosen in this browser, in their order; the usual ones on the server. */
export function useColumns(): readonly TransferColumnId[] {
  return useSyncExternalStore(subscribe, readChosen, () => USUAL_COLUMNS);
}

/** Keeps columns for this browser. Where it keeps nothing, they are as usual with the next page. */
export function chooseColumns(columns: readonly TransferColumnId[]): void {
  try {
    localStorage.setItem(KEY, columns.join(','));
  } catch {
    // Full or forbidden: nothing hangs on it.
  }
  read = { text: columns.join(','), columns };
  window.dispatchEvent(new Event(CHANGED));
}

/** The columns with one of them put where another is. */
export function moveColumn(
  columns: readonly TransferColumnId[],
  moved: TransferColumnId,
  to: number,
): TransferColumnId[] {
  const others = columns.filter((id) => id !== moved);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

let read: { text: string; columns: readonly TransferColumnId[] } = { text: '', columns: USUAL_COLUMNS };

// The same text gives the same array, as React asks of a store.
function readChosen(): readonly TransferColumnId[] {
  const text = readText();
  if (text !== undefined && text !== read.text) read = { text, columns: parse(text) };
  return read.columns;
}

function readText(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

function parse(text: string): readonly TransferColumnId[] {
  const known = [...new Set(text.split(','))].flatMap(
    (id) => TRANSFER_COLUMNS.find((column) => column.id === id)?.id ?? [],
  );
  return known.includes(FIXED_COLUMN) ? known : USUAL_COLUMNS;
}

function subscribe(onChange: () => void): () => void {
  // `storage` tells of the other windows, our own event of this one.
  for (const event of ['storage', CHANGED]) window.addEventListener(event, onChange);
  return () => {
    for (const event of ['storage', CHANGED]) window.removeEventListener(event, onChange);
  };
}
