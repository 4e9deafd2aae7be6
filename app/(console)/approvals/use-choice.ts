'use client';

import { useSearchParams } from 'next/navigation';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useRowKeys } from '@/components/ui/use-row-keys';
import type { InboxEntry } from '@/lib/requests/inbox/inbox';
import { findSteps } from '@/lib/requests/inbox/queue-steps';

/** The member of the address that names what is chosen. */
const OPEN = 'open';

interface Choice {
  /** What is chosen, as last read: it stays when it no longer needs the reader, until they go on. */
  chosen: InboxEntry | undefined;
  next: InboxEntry | undefined;
  previous: InboxEntry | undefined;
  /** Chooses an entry, or nothing, and moves the focus to its line. */
  goTo: (entry: InboxEntry | undefined) => void;
  choose: (entry: InboxEntry) => void;
}

/**
 * Keeps what is chosen of a list that updates by itself, in the address too, so that a reload keeps it. `j` and `k`
 * move the choice and the focus. Nothing is ever chosen in the place of what the reader reads.
 */
export function useChoice(
  entries: readonly InboxEntry[],
  { list, isPaneShown }: { list: RefObject<HTMLElement | null>; isPaneShown: boolean },
): Choice {
  const wanted = useSearchParams().get(OPEN);
  const [kept, setKept] = useState(() => entries.find(({ id }) => id === wanted) ?? entries[0]);
  // Kept as it arrives, so that no other takes its place when it leaves.
  if (kept === undefined && entries[0]) setKept(entries[0]);
  const chosen = entries.find(({ id }) => id === kept?.id) ?? kept;
  const steps = chosen ? findSteps(entries, chosen) : undefined;

  const [focus, setFocus] = useState<{ id: string | undefined }>();
  useEffect(() => {
    if (focus)
      list.current
        ?.querySelector<HTMLElement>(focus.id === undefined ? 'h1' : `[data-entry="${CSS.escape(focus.id)}"] a`)
        ?.focus();
  }, [focus, list]);
  const goTo = (entry: InboxEntry | undefined) => {
    setKept(entry);
    setFocus({ id: entry?.id });
  };

  const step = (by: number, focused: number | undefined) => {
    if (document.querySelector('dialog:modal')) return;
    // Without a pane, the focus alone moves.
    const from = isPaneShown ? undefined : (focused ?? -1);
    const target = from === undefined ? (by > 0 ? steps?.next : steps?.previous) : entries[Math.max(from + by, 0)];
    if (target) goTo(target);
  };
  useRowKeys({ onStep: step, onEscape: undefined });

  const id = isPaneShown ? chosen?.id : undefined;
  useEffect(() => {
    const url = new URL(window.location.href);
    if (!isPaneShown || (url.searchParams.get(OPEN) ?? undefined) === id) return;
    if (id === undefined) url.searchParams.delete(OPEN);
    else url.searchParams.set(OPEN, id);
    window.history.replaceState(null, '', url);
  }, [id, isPaneShown]);
  useScrollToChosen(list, id);
  return { chosen, next: steps?.next, previous: steps?.previous, goTo, choose: setKept };
}

/** Brings the chosen line into sight once, for a page that was opened with it. */
function useScrollToChosen(list: RefObject<HTMLElement | null>, id: string | undefined): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (id === undefined || isDone.current) return;
    isDone.current = true;
    list.current?.querySelector(`[data-entry="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, list]);
}
