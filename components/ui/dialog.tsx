'use client';

import { type ReactNode, useId } from 'react';
import { Button } from '@/components/ui/button';
import { useModal } from '@/components/ui/use-modal';

interface ConfirmDialogProps {
  title: string;
  /** What is decided, in words, and fields that belong to the decision. */
  children?: ReactNode;
  /** The confirming button's label: the verb of the button that opened the dialog. */
  confirmLabel: string;
  look?: 'primary' | 'danger';
  isBusy?: boolean;
  /** What went wrong with the last try. */
  error?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks once more. Draw it to open it, stop drawing it to close it. A native modal: the page behind is out of reach,
 * Escape closes, and focus returns to where it was. It starts at the first field, else at the button that goes back.
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
      // A browser closes it at a second Escape whatever the page says.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] overflow-y-auto rounded-panel border border-line bg-panel p-5 text-ink shadow-xl backdrop:bg-black/45"
    >
      <h2 id={titleId} className="text-base font-semibold text-balance">
        {title}
      </h2>
      <div className="mt-2 space-y-3 text-sm [overflow-wrap:anywhere]">{children}</div>
      <div role="alert" className="mt-3 empty:hidden">
        {error}
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button disabled={isBusy} onClick={onClose}>
          Go back
        </Button>
        <Button look={look} aria-busy={isBusy} disabled={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  );
}
