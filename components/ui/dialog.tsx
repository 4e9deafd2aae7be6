'use client';

import { type ReactNode, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { DialogFrame } from '@/components/ui/dialog-frame';
import { KeyHint } from '@/components/ui/key';

interface ConfirmDialogProps {
  title: string;
  /** Description of the decision, and the fields that belong to it. */
  children?: ReactNode;
  /** Label of the confirming button: the verb of the button that opened the dialog. */
  confirmLabel: string;
  look?: 'primary' | 'danger';
  isBusy?: boolean;
  /** True where the keys lead to the confirming button, and do not confirm. */
  needsButton?: boolean;
  /** What happens then and cannot be taken back, in one line beside the buttons. */
  consequence?: ReactNode;
  /** Error of the last attempt. */
  error?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks for confirmation in a native modal dialog, which is open while it is rendered: the page behind is inert, Escape
 * closes the dialog, Ctrl or Cmd with Enter confirms, and focus returns to the element that had it. Focus starts at the
 * first field, otherwise at "Go back", so that Enter alone decides nothing. With `needsButton`, Ctrl or Cmd with Enter
 * moves the focus to the confirming button.
 */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  look = 'primary',
  isBusy = false,
  needsButton = false,
  consequence,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <DialogFrame
      title={title}
      consequence={consequence}
      notice={<div role="alert">{error}</div>}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
        event.preventDefault();
        if (isBusy) return;
        if (needsButton && document.activeElement !== button.current) button.current?.focus();
        else onConfirm();
      }}
      onClose={onClose}
      buttons={
        <>
          <Button disabled={isBusy} data-autofocus onClick={onClose}>
            Go back
          </Button>
          <Button
            ref={button}
            look={look}
            aria-busy={isBusy}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            disabled={isBusy}
            onClick={onConfirm}
          >
            {confirmLabel}
            <KeyHint>Ctrl ↵</KeyHint>
          </Button>
        </>
      }
    >
      {children}
    </DialogFrame>
  );
}
