'use client';

import { useSyncExternalStore } from 'react';

/** What a person looked at in a batch, by the position of the item. */
export interface LookMarks {
  /** The name of what was looked at (lib/server/requests/bundles/looks.ts). */
  seen: Readonly<Record<string, string>>;
  /** The address chosen as the right one, where known addresses resemble that of the item. */
  chosen: Readonly<Record<string, string>>;
}

const NONE: LookMarks = { seen: {}, chosen: {} };
const marksOf = new Map<string, LookMarks>();
const listeners = new Set<() => void>();

const keyOf = (batchId: string) => `countersign.looks.${batchId}`;

/** Gives the marks of a batch. They outlast a renewed sign-in in the same tab, and end when the person signs out. */
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
