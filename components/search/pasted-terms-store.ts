'use client';

import { PASTED_KEY } from '@/lib/search/pasted-terms';

/** Keeps a text for the page that looks up several terms: for this window alone, and until it is closed. */
export function storePasted(text: string): void {
  try {
    sessionStorage.setItem(PASTED_KEY, text);
  } catch {
    // Full or forbidden: the page then starts empty.
  }
  // For the page itself, where it is open already.
  window.dispatchEvent(new Event(PASTED_KEY));
}

/** What was kept last; empty where nothing was. */
export function readPasted(): string {
  try {
    return sessionStorage.getItem(PASTED_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Tells of every text that is kept while the page is open; answers how to end that. */
export function subscribePasted(onChange: () => void): () => void {
  window.addEventListener(PASTED_KEY, onChange);
  return () => window.removeEventListener(PASTED_KEY, onChange);
}
