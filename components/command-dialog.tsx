'use client';

import { useLayoutEffect, useRef } from 'react';
import { FindField } from '@/components/find-field';
import { Key } from '@/components/ui/key';
import type { Role } from '@/lib/roles';

/** The search over whatever page is open. A native modal: Escape and a click beside it close it, and the focus is back where it was. */
export function CommandDialog({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      closedby="any"
      aria-label="Find a transfer"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) onClose();
      }}
      className="mx-auto mt-[min(10dvh,6rem)] w-[min(42rem,calc(100vw-1rem))] overflow-visible rounded-panel border border-line bg-panel p-0 text-ink shadow-xl backdrop:bg-black/45 max-sm:mt-2"
    >
      <FindField isInDialog roles={roles} onLeave={onClose} className="flex max-h-[min(40rem,80dvh)] flex-col px-2 pt-2" answersClass="flex min-h-0 flex-col" />
      <p aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-xs text-dim max-sm:hidden">
        <span>
          <Key>↑</Key> <Key>↓</Key> choose
        </span>
        <span>
          <Key>Enter</Key> open
        </span>
        <span>
          <Key>Ctrl Enter</Key> new tab
        </span>
        <span>
          <Key>Esc</Key> close
        </span>
      </p>
    </dialog>
  );
}
