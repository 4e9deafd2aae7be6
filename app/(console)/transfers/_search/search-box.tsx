'use client';

import { ListChecks, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { storePasted } from '@/components/search/pasted-terms-store';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { hasSeveralTerms, splitPastedTerms } from '@/lib/search/pasted-terms';
import { routes } from '@/lib/http/routes';

interface SearchBoxProps {
  q: string;
  onSearch: (q: string) => void;
  /** From the box into the rows, by the arrow down. */
  onEnterRows: () => void;
  /** Enter opens what was found, where it is one. */
  onOpenOnly: () => void;
}

/** Searches as one types. What holds several references is offered to be looked up at once; a slash leads here from anywhere. */
export function SearchBox({ q, onSearch, onEnterRows, onOpenOnly }: SearchBoxProps) {
  const router = useRouter();
  const box = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(q);
  const [pasted, setPasted] = useState<string>();
  const [lastQ, setLastQ] = useState(q);
  // Back, or a view, has changed what is searched for.
  if (q !== lastQ) {
    setLastQ(q);
    if (q !== text.trim()) setText(q);
  }
  useSlash(box);

  const several = pasted ?? (hasSeveralTerms(text) ? text : undefined);
  const search = (next: string) => {
    setText(next);
    setPasted(undefined);
    onSearch(next.trim());
  };
  const paste = (event: ClipboardEvent) => {
    const whole = event.clipboardData.getData('text');
    // The box itself would make one line of them.
    if (!hasSeveralTerms(whole)) return;
    event.preventDefault();
    setPasted(whole);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.key === 'ArrowDown') onEnterRows();
    else if (several === undefined) onOpenOnly();
    else lookUp();
  };
  const lookUp = () => {
    storePasted(several ?? '');
    router.push(routes.bulkLookup);
  };

  return (
    // Without a script, Enter asks the server.
    <form action={routes.transfers} role="search" aria-label="Transfers" className="relative mb-3">
      <Search aria-hidden className="pointer-events-none absolute top-3 left-3 size-4 text-dim" />
      <input
        ref={box}
        type="search"
        name="q"
        aria-label="Find a transfer"
        aria-keyshortcuts="/"
        placeholder="Reference, transfer ID, hash, address, memo, 0.5 BTC…"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={text}
        onChange={({ target }) => search(target.value)}
        onPaste={paste}
        onKeyDown={onKeyDown}
        className={`${CONTROL} min-h-10 pl-9`}
      />
      {several !== undefined && (
        <div role="status" className="mt-2 flex flex-wrap items-center gap-2 text-sm">
          <Button look="primary" onClick={lookUp}>
            <ListChecks aria-hidden className="size-4" />
            Look up {splitPastedTerms(several).length.toLocaleString('en-GB')} at once
          </Button>
          {pasted !== undefined && (
            <Button look="quiet" onClick={() => search(pasted.replace(/\s+/g, ' '))}>
              Search for it as one text
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

function useSlash(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const isBusy =
        target.closest('input, textarea, select, [contenteditable]') !== null ||
        document.querySelector('dialog:modal') !== null;
      if (event.key !== '/' || isBusy || event.metaKey || event.ctrlKey || event.altKey) return;
      event.preventDefault();
      box.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [box]);
}
