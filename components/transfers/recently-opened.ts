'use client';

import { useSyncExternalStore } from 'react';

const KEY = 'countersign.opened';
const MAX_OPENED = 200;
const CHANGED = 'countersign:opened';

/** A transfer that was opened in this browser. */
export interface OpenedTransfer {
  id: string;
  /** The reference of the transfer, or its ID. */
  label: string;
  /** The time when the transfer was last opened (ISO 8601). */
  at: string;
}

const NONE: readonly OpenedTransfer[] = [];

/** Records that a transfer was opened, as the first of the list. Does nothing where storage is forbidden. */
export function rememberOpened(id: string, label: string): void {
  const others = readOpened().filter((opened) => opened.id !== id);
  const opened = [{ id, label, at: new Date().toISOString() }, ...others].slice(0, MAX_OPENED);
  try {
    localStorage.setItem(KEY, JSON.stringify(opened));
  } catch {
    // The storage is full or forbidden: nothing depends on it.
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** Clears the list, for the next person who signs in. */
export function forgetOpened(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // The storage is forbidden: nothing was stored.
  }
}

/** Gives the transfers that were opened in this browser, newest first; none on the server. */
export function useOpenedTransfers(): readonly OpenedTransfer[] {
  return useSyncExternalStore(subscribe, readOpened, () => NONE);
}

let read: { text: string | null; opened: readonly OpenedTransfer[] } = { text: null, opened: NONE };

// The same text gives the same array, which React requires of a store.
function readOpened(): readonly OpenedTransfer[] {
  const text = readText();
  if (text !== read.text) read = { text, opened: parse(text) };
  return read.opened;
}

function readText(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function parse(text: string | null): readonly OpenedTransfer[] {
  try {
    const opened = JSON.parse(text ?? '[]') as unknown;
    return Array.isArray(opened) ? opened.filter(isOpened).slice(0, MAX_OPENED) : NONE;
  } catch {
    return NONE;
  }
}

function isOpened(entry: unknown): entry is OpenedTransfer {
  const { id, label, at } = (entry ?? {}) as Partial<Record<keyof OpenedTransfer, unknown>>;
  return typeof id === 'string' && typeof label === 'string' && typeof at === 'string';
}

function subscribe(onChange: () => void): () => void {
  // `storage` is fired in the other windows, our own event in this one.
  for (const event of ['storage', CHANGED]) window.addEventListener(event, onChange);
  return () => {
    for (const event of ['storage', CHANGED]) window.removeEventListener(event, onChange);
  };
}
