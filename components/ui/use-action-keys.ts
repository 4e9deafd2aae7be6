'use client';

import { useEffect, useEffectEvent } from 'react';
import type { ActionKey } from '@/components/ui/browser/keys';

/** Actions by key, such as `a`; undefined where the action is not possible now. */
export type ActionKeys = Readonly<Partial<Record<ActionKey, (() => void) | undefined>>>;

/**
 * Runs an action when its key is pressed alone: not in a field, not with a modifier, not held down, and not while a
 * dialog or a menu is open.
 */
export function useActionKeys(actions: ActionKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = Object.hasOwn(actions, event.key) ? actions[event.key as ActionKey] : undefined;
    if (!action || event.repeat || event.defaultPrevented || hasModifier(event) || isBusy(event.target)) return;
    // Otherwise the letter would be typed into the field that has the focus next.
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

const hasModifier = ({ metaKey, ctrlKey, altKey }: KeyboardEvent) => metaKey || ctrlKey || altKey;

// In a choice of options a letter does nothing.
const FIELDS = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';

function isBusy(target: EventTarget | null): boolean {
  const isInField = target instanceof Element && target.closest(FIELDS) !== null;
  return isInField || document.querySelector('dialog:modal, :popover-open') !== null;
}
