import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Opens a native modal dialog while it is rendered; returns the ref for its `dialog` element. Focus starts at a choice
 * that was not made yet, otherwise at the first field, otherwise at the element with `data-autofocus`, otherwise where
 * the browser puts it. Where that is below what fits on the screen, focus starts at the dialog itself: what it asks
 * about comes first.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, so that the dialog is closed and focus is back before the element leaves the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A browser takes the first button, which may only copy something.
    const start =
      element?.querySelector<HTMLElement>(OPEN_CHOICE) ??
      element?.querySelector<HTMLElement>(FIELDS) ??
      element?.querySelector<HTMLElement>('[data-autofocus]');
    // A part of the dialog may scroll by itself.
    const frame = start?.closest('[data-scrolls]') ?? element;
    if (element && start && frame && start.getBoundingClientRect().bottom > frame.getBoundingClientRect().bottom) {
      element.tabIndex = -1;
      element.focus();
    } else start?.focus();
    return () => element?.close();
  }, []);
  return dialog;
}

// A choice that a person must make first, such as which of two similar addresses is meant.
const OPEN_CHOICE = '[role=radiogroup]:not(:has(:checked)) input[type=radio]';
const FIELDS = 'textarea, select, input:not([type=hidden], [type=radio], [type=checkbox])';
