import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Opens a native modal dialog while it is rendered; returns the ref for its `dialog` element. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, so that the dialog is closed and focus is back before the element leaves the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
