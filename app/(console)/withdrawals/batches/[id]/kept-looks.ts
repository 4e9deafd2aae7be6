'use client';

import { useContext, useSyncExternalStore } from 'react';
import {
  keepDecision,
  type KeptBatch,
  type ReturnedDecision,
  takeDecision,
} from '@/app/(console)/withdrawals/[id]/_decision/kept-decision';
import { TextOwner } from '@/components/form/kept-text';

/** What a person looked at in a batch, by the names of lib/server/requests/bundles/looks.ts, and entered. */
type Draft = Omit<KeptBatch, 'isOpen'>;

/** The draft of a batch, as this tab has it. */
interface KeptLooks {
  draft: Draft;
  /** What the person comes back to; undefined where they were never away. */
  returned: ReturnedDecision | undefined;
}

const NONE: KeptLooks = { draft: { seen: {}, chosen: {}, amounts: {} }, returned: undefined };
const known = new Map<string, KeptLooks>();
const listeners = new Set<() => void>();

// A batch stays the same; that a row of it was changed is told by the names of what was looked at.
const factsOf = (id: string) => ({ id, version: 1, bodySha256: id, bundle: null });

/**
 * Keeps what a person looked at and entered in a batch. Outlasts a reload and a renewed sign-in in the same tab
 * (kept-decision.ts). Ends when the person signs out, which clears whatever the browser stores
 * (docs/security/asvs.md, 14.3.1).
 */
export function useKeptLooks(batchId: string): KeptLooks & {
  add: (change: Partial<Draft>) => void;
  /** Keeps the draft and the comment until the dialog opens again. */
  keepOpen: (comment: string) => void;
  /** Notes that the dialog was opened again: it does not open once more when the page is shown again. */
  settleReturn: () => void;
} {
  const personId = useContext(TextOwner);
  const read = () => readLooks(batchId, personId);
  const kept = useSyncExternalStore(subscribe, read, () => NONE);
  const store = (draft: Draft, isOpen: boolean, comment = '') => {
    if (personId !== undefined)
      keepDecision(sessionStorage, factsOf(batchId), { personId, comment, batch: { ...draft, isOpen } });
  };
  return {
    ...kept,
    add: (change) => {
      const { draft, returned } = read();
      const changed = {
        seen: { ...draft.seen, ...change.seen },
        chosen: { ...draft.chosen, ...change.chosen },
        amounts: { ...draft.amounts, ...change.amounts },
      };
      known.set(keyOf(batchId, personId), { draft: changed, returned });
      store(changed, false);
      for (const notify of listeners) notify();
    },
    settleReturn: () => {
      const { draft, returned } = read();
      known.set(keyOf(batchId, personId), { draft, returned: returned && { ...returned, batch: undefined } });
      for (const notify of listeners) notify();
    },
    keepOpen: (comment) => store(read().draft, true, comment),
  };
}

const keyOf = (batchId: string, personId: string | undefined) => `${personId ?? ''} ${batchId}`;

function readLooks(batchId: string, personId: string | undefined): KeptLooks {
  const key = keyOf(batchId, personId);
  const before = known.get(key);
  if (before) return before;
  const returned = personId === undefined ? undefined : takeDecision(sessionStorage, factsOf(batchId), personId);
  const { seen = {}, chosen = {}, amounts = {} } = returned?.batch ?? {};
  const looks = { draft: { seen, chosen, amounts }, returned };
  known.set(key, looks);
  // It was taken once, and the page can be loaded once more.
  if (personId !== undefined && returned?.batch)
    keepDecision(sessionStorage, factsOf(batchId), {
      personId,
      comment: '',
      batch: { ...looks.draft, isOpen: false },
    });
  return looks;
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => {
    listeners.delete(onChange);
  };
}
