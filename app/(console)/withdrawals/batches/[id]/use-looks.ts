'use client';

import { useState } from 'react';
import type { ReturnedDecision } from '@/app/(console)/withdrawals/[id]/_decision/kept-decision';
import { useKeptLooks } from '@/app/(console)/withdrawals/batches/[id]/kept-looks';
import type { BatchItem } from '@/lib/requests/bundles/batches';
import type { OrderedItem } from '@/lib/requests/bundles/item-amounts';
import { explainRowAmount } from '@/lib/requests/bundles/row-amounts';
import { listCovered, listSteps, type LookStep } from '@/lib/requests/bundles/looks';

export type Step = LookStep<BatchItem>;

/** The looks of the reader through a batch, and what they cover. */
export interface Looks {
  steps: readonly Step[];
  /** The step that is open and that keys act on; undefined where none is. */
  current: Step | undefined;
  /** The steps that were not looked at. */
  left: readonly Step[];
  /** The items that an approval covers now (`listCovered`). */
  covered: readonly BatchItem[];
  /** The addresses that were chosen as the right ones, by position. */
  chosen: Readonly<Record<number, string>>;
  /** The items that were changed, or about which something was found, after the reader looked at them. */
  changed: readonly BatchItem[];
  /** The amounts that the reader entered from invoices, by position. */
  amounts: Readonly<Record<number, string>>;
  /** What the reader comes back to after renewing their sign-in; undefined where they were never away. */
  returned: ReturnedDecision | undefined;
  enter: (item: BatchItem, amount: string) => void;
  /** Keeps the looks, the amounts and a comment while the reader renews their sign-in. */
  keepOpen: (comment: string) => void;
  /** Notes that the dialog was opened again after the sign-in. */
  settleReturn: () => void;
  isSeen: (step: Step) => boolean;
  isItemSeen: (item: BatchItem) => boolean;
  /** Tells whether the amount of an item is still to be entered from its invoice: until then it is shown nowhere. */
  isAmountLeft: (item: BatchItem) => boolean;
  /** Explains why a step cannot be marked as looked at yet; undefined where it can. */
  blockReason: (step: Step) => string | undefined;
  choose: (item: BatchItem, address: string) => void;
  /** Opens a step; undefined closes the open one. */
  open: (step: Step | undefined) => void;
  /** Marks a step as looked at, and opens the next that is left. */
  markSeen: (step: Step) => void;
  /** Opens the step after the open one for 1, before it for -1. */
  move: (by: 1 | -1) => void;
}

/** Keeps what the reader of a batch looked at. A look counts until the item, its bytes or its findings change. */
export function useLooks(id: string, ordered: readonly OrderedItem<BatchItem>[]): Looks {
  const { draft, returned, add, keepOpen, settleReturn } = useKeptLooks(id);
  const { seen } = draft;
  const [opened, setOpened] = useState<string>();
  const decidable = ordered.map(({ item }) => item).filter(({ canDecide }) => canDecide);
  const byPosition = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      decidable.flatMap(({ position, look }): [number, string][] => {
        const text = look === null ? undefined : texts[look.seen];
        return text === undefined ? [] : [[position, text]];
      }),
    );
  const [chosen, amounts] = [byPosition(draft.chosen), byPosition(draft.amounts)];
  const isMarkedSeen = ({ position, look }: BatchItem) => look !== null && seen[position] === look.seen;
  // Who cannot decide on an item is asked for nothing, and sees its amount.
  const isAmountLeft = (item: BatchItem) =>
    item.canDecide && item.look?.isAmountAsked === true && explainRowAmount(item, amounts[item.position]) !== undefined;
  const isItemSeen = (item: BatchItem) => isMarkedSeen(item) && !isAmountLeft(item);
  const steps = listSteps(decidable, isItemSeen);
  const isSeen = (step: Step) => step.items.every(isItemSeen);
  const current = steps.find((step) => nameStep(step) === opened);
  const blockReason = ({ items: [item], kind }: Step) => {
    if (kind !== 'item' || !item?.look?.isSimilar) return undefined;
    const address = chosen[item.position];
    if (address === item.body.destination_address) return undefined;
    return address === undefined ? 'Choose the right address first.' : 'Reject the row: you chose another address.';
  };
  const open = (step: Step | undefined) => {
    setOpened(step && nameStep(step));
    if (step) showStep(step);
  };
  return {
    steps,
    current,
    left: steps.filter((step) => !isSeen(step)),
    covered: listCovered(decidable, isItemSeen),
    chosen,
    changed: decidable.filter((item) => seen[item.position] !== undefined && needsLook(item) && !isMarkedSeen(item)),
    amounts,
    returned,
    enter: ({ look }, amount) => look && add({ amounts: { [look.seen]: amount } }),
    keepOpen,
    settleReturn,
    isSeen,
    isItemSeen,
    isAmountLeft,
    blockReason,
    choose: ({ look }, address) => look && add({ chosen: { [look.seen]: address } }),
    open,
    markSeen: (step) => {
      if (blockReason(step) !== undefined) return;
      add({
        seen: Object.fromEntries(step.items.map(({ position, look }) => [position, look?.seen ?? ''])),
      });
      const place = steps.indexOf(step);
      open([...steps.slice(place + 1), ...steps.slice(0, place)].find((other) => !isSeen(other)));
    },
    move: (by) => {
      const place = current ? steps.indexOf(current) : by === 1 ? -1 : steps.length;
      const next = steps[Math.min(Math.max(place + by, 0), steps.length - 1)];
      if (next) open(next);
    },
  };
}

/** Tells whether a row is decided on by itself, because of what was found. */
export const isMarked = ({ look }: BatchItem) => look?.need === 'item' || look?.need === 'alone';

const needsLook = ({ look }: BatchItem) => look?.need === 'item' || look?.need === 'screen';

/** Gives the id of the element that shows a step. */
export function nameStep({ kind, items: [first] }: Step): string {
  return `look-${kind}-${first?.position ?? 0}`;
}

/** Moves the focus to what a step still asks: a choice, or the button that says it is right (`data-answer`). */
export function focusAnswer(step: Step): void {
  const shown = document.getElementById(nameStep(step));
  (shown?.querySelector<HTMLElement>('[data-answer]:enabled') ?? shown?.querySelector('input'))?.focus();
}

// Once it is drawn as the open one. It has the focus, and none of its buttons: Enter answers nothing.
function showStep(step: Step): void {
  requestAnimationFrame(() => {
    const shown = document.getElementById(nameStep(step));
    shown?.focus({ preventScroll: true });
    shown?.scrollIntoView({ block: 'nearest' });
  });
}
