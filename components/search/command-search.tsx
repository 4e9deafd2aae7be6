'use client';

import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { CommandDialog, preloadSearch } from '@/components/search/command-dialog';
import { useRenderedPath } from '@/components/shell/navigation/use-rendered-path';
import { Key } from '@/components/ui/key';
import { useIsOnMac } from '@/components/ui/browser/use-is-in-browser';
import { routes } from '@/lib/http/routes';
import type { Role } from '@/lib/identity/roles';

/**
 * The search of every page: a button that looks like a search box, but on the list of transfers, which has the box
 * itself. Ctrl+K or ⌘K opens and closes the dialog everywhere.
 */
export function CommandSearch({ roles }: { roles: readonly Role[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const isOnMac = useIsOnMac();
  const hasOwnBox = useRenderedPath() === routes.transfers;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') preloadSearch();
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      setIsOpen((wasOpen) => !wasOpen);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={preloadSearch}
        onFocus={preloadSearch}
        onClick={() => setIsOpen(true)}
        className={clsx(
          'flex min-h-9 min-w-9 items-center gap-2 rounded-control border border-edge/50 bg-panel px-2.5 text-dim hover:bg-soft hover:text-ink sm:w-full sm:max-w-card',
          // Keeps its place in the header.
          hasOwnBox && 'invisible',
        )}
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="truncate max-sm:sr-only">Find a transfer</span>
        <span aria-hidden className="ml-auto shrink-0 max-sm:hidden">
          <Key>{isOnMac ? '⌘ K' : 'Ctrl K'}</Key>
        </span>
      </button>
      {isOpen && <CommandDialog roles={roles} onClose={() => setIsOpen(false)} />}
    </>
  );
}
