'use client';

import { createContext, useContext, useEffect, useRef } from 'react';

/** Of each field of the page, the function that keeps its text. */
const keepers = new Set<() => void>();

/** The id of the person whose texts these are; undefined outside of the console's pages, where none is kept. */
export const TextOwner = createContext<string | undefined>(undefined);

/** Has every text field of the page keep its text in this tab, for the page that is loaded in its place. */
export function keepTexts(): void {
  for (const keep of keepers) keep();
}

/**
 * Gives an empty field the text that was kept under its label on this page, once, and keeps its text when `keepTexts`
 * asks for it. By person, since the next person in this tab must not see it.
 */
export function useKeptText(label: string, value: string, onChange: (value: string) => void): void {
  const owner = useContext(TextOwner);
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });
  useEffect(() => {
    if (owner === undefined) return undefined;
    // The address names what the text is about, as the chosen request of the queue.
    const { pathname, search } = window.location;
    const key = ['countersign.text', owner, pathname + search, label].join('.');
    const kept = take(key);
    if (kept !== null && latest.current.value === '') latest.current.onChange(kept);
    const keep = () => store(key, latest.current.value);
    keepers.add(keep);
    return () => void keepers.delete(keep);
  }, [owner, label]);
}

function take(key: string): string | null {
  try {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return kept;
  } catch {
    return null;
  }
}

function store(key: string, text: string): void {
  try {
    if (text !== '') sessionStorage.setItem(key, text);
  } catch {
    // Storage is full or disabled: the text stays on the page alone.
  }
}
