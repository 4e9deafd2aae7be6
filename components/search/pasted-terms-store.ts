'use client';

import { PASTED_KEY } from '@/lib/search/pasted-terms';

/** Stores a pasted text for the bulk lookup page, in this window only and until the window is closed. */
export function storePasted(text: string): void {
  try {
    sessionStorage.setItem(PASTED_KEY, text);
  } catch {
    // The storage is full or forbidden: the page then starts empty.
  }
  // For the bulk lookup page, if it is open already.
  window.dispatchEvent(new Event(PASTED_KEY));
}

/** Gives the last stored text; empty if there is none. */
export function readPasted(): string {
  try {
    return sessionStorage.getItem(PASTED_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Calls a function for every text that is stored; returns a function that ends that. */
export function subscribePasted(onChange: () => void): () => void {
  window.addEventListener(PASTED_KEY, onChange);
  return () => window.removeEventListener(PASTED_KEY, onChange);
}
