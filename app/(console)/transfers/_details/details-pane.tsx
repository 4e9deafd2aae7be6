'use client';

import { ExternalLink, X } from 'lucide-react';
import { type ReactNode, useCallback, useLayoutEffect } from 'react';
import { DetailsBody } from '@/app/(console)/transfers/_details/details-body';
import { closeTransfer } from '@/app/(console)/transfers/_list/transfer-list';
import { Button, buttonClass } from '@/components/ui/button';
import { useMediaQuery } from '@/components/ui/browser/use-media-query';
import { useModal } from '@/components/ui/use-modal';
import { routes } from '@/lib/http/routes';
import type { TransferRow } from '@/lib/transfers/transfer';

interface DetailsPaneProps {
  id: string;
  row: TransferRow | undefined;
  /** True if the details take the focus; they do not while the reader moves through the rows. */
  takesFocus: boolean;
  /** Called with the service's current record whenever it was read. */
  onSeen: (transfer: TransferRow) => void;
}

/** The open transfer beside the list, or over the list on a narrow screen. */
export default function DetailsPane({ id, row, takesFocus, onSeen }: DetailsPaneProps) {
  const hasRoom = useMediaQuery(ROOM, true);
  // Each transfer has its own heading element, so this runs when a transfer opens.
  const focusHeading = useCallback(
    (heading: HTMLHeadingElement | null) => {
      if (takesFocus) heading?.focus({ preventScroll: true });
    },
    [takesFocus],
  );
  const details = (
    <DetailsBody key={id} id={id} row={row} headingRef={focusHeading} actions={<Actions id={id} />} onSeen={onSeen} />
  );
  return hasRoom ? (
    <aside
      aria-label="Transfer details"
      className="sticky top-[calc(var(--header-height)+1.25rem)] max-h-[calc(100dvh-var(--header-height)-2.5rem)] self-start overflow-y-auto rounded-panel border border-line bg-panel p-4"
    >
      {details}
    </aside>
  ) : (
    <FullPageDialog>{details}</FullPageDialog>
  );
}

function Actions({ id }: { id: string }) {
  return (
    <div className="-mt-1.5 -mr-2 flex shrink-0 items-center">
      <a
        href={routes.transfer(id)}
        target="_blank"
        rel="noreferrer noopener"
        className={buttonClass('quiet', 'px-2 text-label')}
      >
        Open page
        <ExternalLink aria-hidden className="size-3" />
      </a>
      <Button look="quiet" className="px-2" aria-label="Close" title="Close (Esc)" onClick={closeTransfer}>
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}

/** A dialog over the whole page; the list keeps its place below. */
function FullPageDialog({ children }: { children: ReactNode }) {
  const dialog = useModal();
  useLayoutEffect(() => {
    dialog.current?.querySelector('h2')?.focus();
    document.documentElement.style.overflow = 'hidden';
    return () => {
      document.documentElement.style.overflow = '';
    };
  }, [dialog]);
  return (
    <dialog
      ref={dialog}
      aria-label="Transfer details"
      onCancel={(event) => {
        event.preventDefault();
        closeTransfer();
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-y-auto overscroll-contain bg-page p-4 text-ink"
    >
      {children}
    </dialog>
  );
}

const ROOM = '(min-width: 1100px)';
