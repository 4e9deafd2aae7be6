'use client';

import { Suspense, useState } from 'react';
import { CONTROL } from '@/components/ui/field';
import type { EarlyKeys } from '@/components/search/search-field';
import { Key } from '@/components/ui/key';
import { useModal } from '@/components/ui/use-modal';
import type { Role } from '@/lib/identity/roles';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

const loadField = () => import('@/components/search/search-field');
const SearchField = lazyWithRetry(async () => ({ default: (await loadField()).SearchField }));

/** Loads the search when it is about to be opened, so that no page loads it before. */
export const preloadSearch = () => void loadField();

/** The search dialog: a native modal, which Escape and a click outside close, and which gives the focus back. */
export function CommandDialog({ roles, onClose }: { roles: readonly Role[]; onClose: () => void }) {
  const dialog = useModal();
  // Keys that are pressed while the search loads are kept.
  const [early, setEarly] = useState<EarlyKeys>({ text: '' });
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
      className="mx-auto mt-[min(10dvh,6rem)] w-[min(36.75rem,calc(100vw-1rem))] overflow-visible rounded-panel border border-line bg-panel p-0 text-ink shadow-xl backdrop:bg-black/45 max-sm:mt-2"
    >
      <div className="flex max-h-[min(35rem,80dvh)] flex-col px-2 pt-2">
        <Suspense fallback={<EarlySearchBox early={early} onChange={setEarly} />}>
          <SearchField early={early} roles={roles} onLeave={onClose} />
        </Suspense>
      </div>
      <KeyHints />
    </dialog>
  );
}

/** The box that takes keys while the search loads. */
function EarlySearchBox({ early, onChange }: { early: EarlyKeys; onChange: (early: EarlyKeys) => void }) {
  return (
    <input
      type="search"
      aria-label="Find a transfer"
      className={`${CONTROL} min-h-10 pl-10`}
      onChange={({ target }) => onChange({ text: target.value })}
      // With its line breaks, which the box would drop.
      onPaste={(event) => {
        event.preventDefault();
        onChange({ text: event.clipboardData.getData('text') });
      }}
      onKeyDown={({ key, ctrlKey, metaKey }) =>
        key === 'Enter' && onChange({ ...early, entered: { isNewTab: ctrlKey || metaKey } })
      }
    />
  );
}

function KeyHints() {
  return (
    <p
      aria-hidden
      className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-label text-dim max-sm:hidden"
    >
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
  );
}
