import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Opens a native modal while it is drawn: gives the ref of its `dialog`. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect, so that it is closed, and focus is back, before it leaves the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}
