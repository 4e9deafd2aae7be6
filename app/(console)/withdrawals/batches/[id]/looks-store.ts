'use client';

import { useSyncExternalStore } from 'react';

/** What a person looked at in a batch. What was looked at is named by lib/server/requests/bundles/looks.ts. */
export interface LookMarks {
  /** The name of what was looked at, by the position of the item. */
  seen: Readonly<Record<string, string>>;
  /** The address chosen as the right one, where known ones resemble that of the item, by the name of what was seen. */
  chosen: Readonly<Record<string, string>>;
}

const NONE: LookMarks = { seen: {}, chosen: {} };
const marksOf = new Map<string, LookMarks>();
const listeners = new Set<() => void>();

const keyOf = (batchId: string) => `countersign.looks.${batchId}`;

/**
 * Gives the marks of a batch. They outlast a renewed sign-in in the same tab. They end when the person signs out,
 * which clears whatever the browser stores (docs/security/asvs.md, 14.3.1); a name says whose look it was, so that
 * nobody takes over the looks of another.
 */
export function useLookMarks(batchId: string): LookMarks {
  return useSyncExternalStore(
    subscribe,
    () => readMarks(batchId),
    () => NONE,
  );
}

/** Adds marks to those of a batch. */
export function addLookMarks(batchId: string, { seen = {}, chosen = {} }: Partial<LookMarks>): void {
  const before = readMarks(batchId);
  const marks = { seen: { ...before.seen, ...seen }, chosen: { ...before.chosen, ...chosen } };
  marksOf.set(batchId, marks);
  try {
    sessionStorage.setItem(keyOf(batchId), JSON.stringify(marks));
  } catch {
    // The storage is full or forbidden: the marks last as long as the page.
  }
  for (const notify of listeners) notify();
}

function readMarks(batchId: string): LookMarks {
  const known = marksOf.get(batchId);
  if (known) return known;
  const marks = readStored(batchId);
  marksOf.set(batchId, marks);
  return marks;
}

function readStored(batchId: string): LookMarks {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(batchId)) ?? 'null') as Partial<LookMarks> | null;
    return { seen: { ...stored?.seen }, chosen: { ...stored?.chosen } };
  } catch {
    return NONE;
  }
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => {
    listeners.delete(onChange);
  };
}
