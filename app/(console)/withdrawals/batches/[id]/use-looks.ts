'use client';

import { useState } from 'react';
import { addLookMarks, useLookMarks } from '@/app/(console)/withdrawals/batches/[id]/looks-store';
import type { BatchItem } from '@/lib/requests/bundles/batches';
import type { OrderedItem } from '@/lib/requests/bundles/item-amounts';
import { listSteps, type LookStep } from '@/lib/requests/bundles/looks';

/** The looks of the reader through a batch, and what they cover. */
export interface Looks {
  steps: readonly LookStep<BatchItem>[];
  /** The step that keys act on: the chosen one, or the first that is left. Undefined where none is left. */
  current: LookStep<BatchItem> | undefined;
  left: number;
  /** The items that one decision covers now: those that need no look, and those that were looked at. */
  covered: readonly BatchItem[];
  /** The addresses that were chosen as the right ones, by position. */
  chosen: Readonly<Record<string, string>>;
  isSeen: (step: LookStep<BatchItem>) => boolean;
  /** Explains why a step cannot be marked as looked at yet; undefined where it can. */
  blockReason: (step: LookStep<BatchItem>) => string | undefined;
  choose: (item: BatchItem, address: string) => void;
  /** Marks a step as looked at, and moves to the next that is left. */
  markSeen: (step: LookStep<BatchItem>) => void;
  /** Moves to another step: the next one for 1, the one before for -1; 0 shows the first that is left. */
  move: (by: 1 | 0 | -1) => void;
}

/** Keeps what the reader of a batch looked at. A look counts until the item, its bytes or its findings change. */
export function useLooks(id: string, ordered: readonly OrderedItem<BatchItem>[]): Looks {
  const { seen, chosen } = useLookMarks(id);
  const [moved, setMoved] = useState<string>();
  const decidable = ordered.map(({ item }) => item).filter(({ canDecide }) => canDecide);
  const steps = listSteps(decidable);
  const isItemSeen = ({ position, look }: BatchItem) => look !== null && seen[position] === look.seen;
  const isSeen = (step: LookStep<BatchItem>) => step.items.every(isItemSeen);
  const left = steps.filter((step) => !isSeen(step));
  const current = steps.find((step) => nameStep(step) === moved) ?? left[0];
  const blockReason = ({ items: [item], kind }: LookStep<BatchItem>) => {
    if (kind !== 'item' || !item?.look?.isSimilar) return undefined;
    const address = chosen[item.position];
    if (address === item.body.destination_address) return undefined;
    return address === undefined ? 'Choose the right address first.' : 'Reject the item: you chose another address.';
  };
  return {
    steps,
    current,
    left: left.length,
    covered: decidable.filter((item) => item.look?.need === 'none' || isItemSeen(item)),
    chosen,
    isSeen,
    blockReason,
    choose: ({ position }, address) => addLookMarks(id, { chosen: { [position]: address } }),
    markSeen: (step) => {
      if (blockReason(step) !== undefined) return;
      addLookMarks(id, {
        seen: Object.fromEntries(step.items.map(({ position, look }) => [position, look?.seen ?? ''])),
      });
      const place = steps.indexOf(step);
      const next = [...steps.slice(place + 1), ...steps.slice(0, place)].find((other) => !isSeen(other));
      setMoved(next && nameStep(next));
      if (next) showStep(next);
    },
    move: (by) => {
      const place = current ? steps.indexOf(current) : -1;
      const next = by === 0 ? left[0] : steps[Math.min(Math.max(place + by, 0), steps.length - 1)];
      setMoved(next && nameStep(next));
      if (next) showStep(next);
    },
  };
}

/** Gives the id of the element that shows a step. */
export function nameStep({ kind, items: [first] }: LookStep<BatchItem>): string {
  return `look-${kind}-${first?.position ?? 0}`;
}

// Once it is drawn as the current one.
function showStep(step: LookStep<BatchItem>): void {
  requestAnimationFrame(() => document.getElementById(nameStep(step))?.scrollIntoView({ block: 'nearest' }));
}
