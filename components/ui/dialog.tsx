'use client';

import { type ReactNode, useRef, useState } from 'react';
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
  /** What is to be done in place of confirming, by what the person entered. */
  instead?: { label: string; onChoose: () => void } | undefined;
  /** Error of the last attempt. */
  error?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks for confirmation in a native modal dialog, which is open while it is rendered: the page behind is inert, Escape
 * closes the dialog, Ctrl or Cmd with Enter confirms, and focus returns to the element that had it. Focus starts at the
 * first field, otherwise at "Go back", so that Enter alone decides nothing: in a field of one line it leads to the
 * confirming button, and so does Ctrl or Cmd with Enter where `needsButton` is set.
 */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  look = 'primary',
  isBusy = false,
  needsButton = false,
  consequence,
  instead,
  error,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isAtButton, setIsAtButton] = useState(false);
  const act = instead?.onChoose ?? onConfirm;
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
        const hasKey = event.ctrlKey || event.metaKey;
        if (
          event.key !== 'Enter' ||
          event.repeat ||
          event.defaultPrevented ||
          !(hasKey || event.target instanceof HTMLInputElement)
        )
          return;
        event.preventDefault();
        if (isBusy) return;
        if (hasKey && (!needsButton || isAtButton)) act();
        else button.current?.focus();
      }}
      onClose={onClose}
      buttons={
        <>
          <Button disabled={isBusy} data-autofocus onClick={onClose}>
            Go back
          </Button>
          <Button
            ref={button}
            look={instead ? 'danger' : look}
            aria-busy={isBusy}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            disabled={isBusy}
            onFocus={() => setIsAtButton(true)}
            onBlur={() => setIsAtButton(false)}
            onClick={act}
          >
            {instead?.label ?? confirmLabel}
            <KeyHint>{isAtButton ? '↵' : 'Ctrl ↵'}</KeyHint>
          </Button>
        </>
      }
    >
      {children}
    </DialogFrame>
  );
}
