'use client';

import { useSyncExternalStore } from 'react';

/** The columns of a kind of list, as they are chosen in this browser. */
export interface ColumnSettings<Id extends string> {
  /** The columns until others are chosen. */
  defaults: readonly Id[];
  /** The column that is always shown, because it holds the link of the row. */
  fixed: Id;
  /** Gives the columns that were chosen in this browser, in their order; the defaults on the server. */
  useColumns: () => readonly Id[];
  /** Saves the columns in this browser. Without storage, they last until the next page. */
  save: (columns: readonly Id[]) => void;
}

interface ColumnSettingsInput<Id extends string> {
  /** The key in the browser's storage. */
  key: string;
  /** All columns that there are. */
  ids: readonly Id[];
  defaults: readonly Id[];
  fixed: Id;
}

/** Creates the settings of the columns of a kind of list. Call it once for each kind, outside components. */
export function createColumnSettings<Id extends string>({
  key,
  ids,
  defaults,
  fixed,
}: ColumnSettingsInput<Id>): ColumnSettings<Id> {
  const changed = key.replace('.', ':');
  let read: { text: string; columns: readonly Id[] } = { text: '', columns: defaults };
  const parse = (text: string) => {
    const known = [...new Set(text.split(','))].flatMap((id) => ids.find((other) => other === id) ?? []);
    return known.includes(fixed) ? known : defaults;
  };
  // The same text gives the same array, which React requires of a store.
  const readSaved = () => {
    const text = readText(key);
    if (text !== undefined && text !== read.text) read = { text, columns: parse(text) };
    return read.columns;
  };
  const subscribe = (onChange: () => void) => {
    // `storage` is fired in the other windows, our own event in this one.
    for (const event of ['storage', changed]) window.addEventListener(event, onChange);
    return () => {
      for (const event of ['storage', changed]) window.removeEventListener(event, onChange);
    };
  };
  return {
    defaults,
    fixed,
    useColumns: () => useSyncExternalStore(subscribe, readSaved, () => defaults),
    save: (columns) => {
      try {
        localStorage.setItem(key, columns.join(','));
      } catch {
        // The storage is full or forbidden: nothing depends on it.
      }
      read = { text: columns.join(','), columns };
      window.dispatchEvent(new Event(changed));
    },
  };
}

/** Moves a column to an index. */
export function moveColumn<Id extends string>(columns: readonly Id[], moved: Id, to: number): Id[] {
  const others = columns.filter((id) => id !== moved);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

function readText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
