'use client';

import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react';
import { useModal } from '@/components/ui/use-modal';

interface DialogFrameProps extends Pick<ComponentProps<'dialog'>, 'onCancel' | 'onKeyDown'> {
  title: string;
  children?: ReactNode;
  /** The buttons, the confirming one last. */
  buttons: ReactNode;
  /** What the confirming button does and cannot be taken back, in one line beside the buttons. */
  consequence?: ReactNode;
  /** What went wrong or is going on, above the buttons: an element with a role that is read out. */
  notice?: ReactNode;
  /** Called when the browser closes the dialog. */
  onClose: () => void;
  className?: string;
}

/**
 * Renders a native modal dialog, open while it is rendered. Its head and its foot stay in sight and only what is
 * between them scrolls; on a phone it is a sheet at the bottom of the window.
 */
export function DialogFrame({
  title,
  children,
  buttons,
  consequence,
  notice,
  onClose,
  className = 'sm:w-[min(33.25rem,calc(100vw-2rem))]',
  ...events
}: DialogFrameProps) {
  const dialog = useModal();
  const titleId = useId();
  return (
    <dialog
      {...events}
      ref={dialog}
      aria-labelledby={titleId}
      // A browser closes a dialog at a second Escape without a cancel event.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
      className={clsx(
        'm-auto max-h-[calc(100dvh-2rem)] flex-col overflow-hidden rounded-panel border border-line bg-panel p-0 text-body text-ink shadow-xl backdrop:bg-black/45 open:flex',
        'max-sm:mx-0 max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0',
        className,
      )}
    >
      <h2 id={titleId} className="px-5 pt-4 pb-3 text-heading font-semibold text-balance [overflow-wrap:anywhere]">
        {title}
      </h2>
      <Middle>{children}</Middle>
      <div className="border-t border-line px-5 py-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <div className="mb-3 max-h-[35dvh] overflow-y-auto empty:hidden has-[>:empty]:hidden">{notice}</div>
        <div className="flex flex-wrap items-center justify-end gap-2">
          {consequence !== undefined && <p className="min-w-0 basis-full [overflow-wrap:anywhere]">{consequence}</p>}
          {buttons}
        </div>
      </div>
    </dialog>
  );
}

function Middle({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    // Only what scrolls is a stop of the keyboard.
    const mark = () => {
      if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    mark();
    const observer = new ResizeObserver(mark);
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={box}
      data-scrolls
      className="min-h-0 overflow-y-auto overscroll-contain px-5 pb-4 [overflow-wrap:anywhere]"
    >
      <div className="space-y-3">{children}</div>
    </div>
  );
}
