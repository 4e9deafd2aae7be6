'use client';

import { type ReactNode, useId } from 'react';
import { Button } from '@/components/ui/button';
import { KeyHint } from '@/components/ui/key';
import { useModal } from '@/components/ui/use-modal';

interface ConfirmDialogProps {
  title: string;
  /** Description of the decision, and the fields that belong to it. */
  children?: ReactNode;
  /** Label of the confirming button: the verb of the button that opened the dialog. */
  confirmLabel: string;
  look?: 'primary' | 'danger';
  isBusy?: boolean;
  /** Error of the last attempt. */
  error?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks for confirmation in a native modal dialog, which is open while it is rendered: the page behind is inert, Escape
 * closes the dialog, Ctrl or Cmd with Enter confirms, and focus returns to the element that had it. Focus starts at the
 * first field, otherwise at "Go back", so that Enter alone decides nothing.
 */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  look = 'primary',
  isBusy = false,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const dialog = useModal();
  const titleId = useId();
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
        event.preventDefault();
        if (!isBusy) onConfirm();
      }}
      // A browser closes a dialog at a second Escape without a cancel event.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(33.25rem,calc(100vw-2rem))] overflow-y-auto rounded-panel border border-line bg-panel p-5 text-ink shadow-xl backdrop:bg-black/45"
    >
      <h2 id={titleId} className="text-heading font-semibold text-balance">
        {title}
      </h2>
      <div className="mt-2 space-y-3 text-body [overflow-wrap:anywhere]">{children}</div>
      <div role="alert" className="mt-3 empty:hidden">
        {error}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button disabled={isBusy} data-autofocus onClick={onClose}>
          Go back
        </Button>
        <Button
          look={look}
          aria-busy={isBusy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          disabled={isBusy}
          onClick={onConfirm}
        >
          {confirmLabel}
          <KeyHint>Ctrl ↵</KeyHint>
        </Button>
      </div>
    </dialog>
  );
}
