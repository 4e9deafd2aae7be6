'use client';

import { useSyncExternalStore } from 'react';
import { TRANSFER_COLUMNS, type TransferColumnId } from '@/lib/transfers/columns';

const KEY = 'countersign.columns';
const CHANGED = 'countersign:columns';

/** The columns of a list until others are chosen. */
export const DEFAULT_COLUMNS: readonly TransferColumnId[] = [
  'created',
  'reference',
  'type',
  'amount',
  'network',
  'status',
];

/** The column that is always shown, because it holds the link to the transfer. */
export const FIXED_COLUMN: TransferColumnId = 'reference';

/** Gives the columns that were chosen in this browser, in their order; the defaults on the server. */
export function useColumns(): readonly TransferColumnId[] {
  return useSyncExternalStore(subscribe, readSaved, () => DEFAULT_COLUMNS);
}

/** Saves the columns in this browser. Without storage, they last until the next page. */
export function saveColumns(columns: readonly TransferColumnId[]): void {
  try {
    localStorage.setItem(KEY, columns.join(','));
  } catch {
    // The storage is full or forbidden: nothing depends on it.
  }
  read = { text: columns.join(','), columns };
  window.dispatchEvent(new Event(CHANGED));
}

/** Moves a column to an index. */
export function moveColumn(
  columns: readonly TransferColumnId[],
  moved: TransferColumnId,
  to: number,
): TransferColumnId[] {
  const others = columns.filter((id) => id !== moved);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

let read: { text: string; columns: readonly TransferColumnId[] } = { text: '', columns: DEFAULT_COLUMNS };

// The same text gives the same array, which React requires of a store.
function readSaved(): readonly TransferColumnId[] {
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
  return known.includes(FIXED_COLUMN) ? known : DEFAULT_COLUMNS;
}

function subscribe(onChange: () => void): () => void {
  // `storage` is fired in the other windows, our own event in this one.
  for (const event of ['storage', CHANGED]) window.addEventListener(event, onChange);
  return () => {
    for (const event of ['storage', CHANGED]) window.removeEventListener(event, onChange);
  };
}
