'use client';

import { useSyncExternalStore } from 'react';

const KEY = 'countersign.opened';
const MOST = 200;
const CHANGED = 'countersign:opened';

/** A transfer that was opened in this browser. */
export interface OpenedTransfer {
  id: string;
  /** What it was called then: its reference, or its id. */
  label: string;
  /** When it was last opened (ISO 8601). */
  at: string;
}

const NONE: readonly OpenedTransfer[] = [];

/** Notes that a transfer is opened. It stands first then, once. Does nothing where the browser keeps nothing. */
export function rememberOpened(id: string, label: string): void {
  const others = readOpened().filter((opened) => opened.id !== id);
  const opened = [{ id, label, at: new Date().toISOString() }, ...others].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(opened));
  } catch {
    // Full or forbidden: nothing hangs on it.
  }
  window.dispatchEvent(new Event(CHANGED));
}

/** Forgets them, for whoever signs in next. */
export function forgetOpened(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Forbidden: then none was kept.
  }
}

/** Those that were opened in this browser, newest first, as they are opened; none on the server. */
export function useOpenedTransfers(): readonly OpenedTransfer[] {
  return useSyncExternalStore(subscribe, readOpened, () => NONE);
}

let read: { text: string | null; opened: readonly OpenedTransfer[] } = { text: null, opened: NONE };

// The same text gives the same array, as React asks of a store.
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
    return Array.isArray(opened) ? opened.filter(isOpened).slice(0, MOST) : NONE;
  } catch {
    return NONE;
  }
}

function isOpened(entry: unknown): entry is OpenedTransfer {
  const { id, label, at } = (entry ?? {}) as Partial<Record<keyof OpenedTransfer, unknown>>;
  return typeof id === 'string' && typeof label === 'string' && typeof at === 'string';
}

function subscribe(onChange: () => void): () => void {
  // `storage` tells of the other windows, our own event of this one.
  for (const event of ['storage', CHANGED]) window.addEventListener(event, onChange);
  return () => {
    for (const event of ['storage', CHANGED]) window.removeEventListener(event, onChange);
  };
}
