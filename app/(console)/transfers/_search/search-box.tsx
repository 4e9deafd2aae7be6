'use client';

import { ListChecks, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { storePasted } from '@/components/search/pasted-terms-store';
import { Button } from '@/components/ui/button';
import { CONTROL } from '@/components/ui/field';
import { hasSeveralTerms, splitPastedTerms } from '@/lib/search/pasted-terms';
import { routes } from '@/lib/http/routes';

interface SearchBoxProps {
  q: string;
  onSearch: (q: string) => void;
  /** Called on arrow down, to move the focus to the rows. */
  onEnterRows: () => void;
  /** Called on Enter, to open the only match. */
  onOpenOnly: () => void;
}

/**
 * The search box of the list, which searches while typing. Offers a bulk lookup for several references. `/` focuses it.
 */
export function SearchBox({ q, onSearch, onEnterRows, onOpenOnly }: SearchBoxProps) {
  const router = useRouter();
  const box = useRef<HTMLInputElement>(null);
  const { text, several, pasted, search, paste } = useSearchText(q, onSearch);
  // What was typed before the page's script ran has raised no event.
  const searchEarlyText = useEffectEvent(() => {
    if (box.current && box.current.value !== text) search(box.current.value);
  });
  useEffect(() => searchEarlyText(), []);
  useSlashShortcut(box);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.key === 'ArrowDown') onEnterRows();
    else if (several === undefined) onOpenOnly();
    else openLookup();
  };
  const openLookup = () => {
    storePasted(several ?? '');
    router.push(routes.bulkLookup);
  };

  return (
    // Without script, Enter submits the search to the server.
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
        <LookupOffer
          text={several}
          onLookUp={openLookup}
          onSearch={pasted === undefined ? undefined : () => search(pasted.replace(/\s+/g, ' '))}
        />
      )}
    </form>
  );
}

/** Keeps the text of the box, and the text of several references that was pasted into it. */
function useSearchText(q: string, onSearch: (q: string) => void) {
  const [text, setText] = useState(q);
  const [pasted, setPasted] = useState<string>();
  const [lastQ, setLastQ] = useState(q);
  // Back, or a saved view, has changed the search.
  if (q !== lastQ) {
    setLastQ(q);
    if (q !== text.trim()) setText(q);
  }

  const several = pasted ?? (hasSeveralTerms(text) ? text : undefined);
  const search = (next: string) => {
    setText(next);
    setPasted(undefined);
    onSearch(next.trim());
  };
  const paste = (event: ClipboardEvent) => {
    const whole = event.clipboardData.getData('text');
    // The box would join the lines.
    if (!hasSeveralTerms(whole)) return;
    event.preventDefault();
    setPasted(whole);
  };
  return { text, several, pasted, search, paste };
}

interface LookupOfferProps {
  text: string;
  onLookUp: () => void;
  /** Searches for the text as one term; undefined where it is searched already. */
  onSearch: (() => void) | undefined;
}

function LookupOffer({ text, onLookUp, onSearch }: LookupOfferProps) {
  return (
    <div role="status" className="mt-2 flex flex-wrap items-center gap-2 text-body">
      <Button look="primary" onClick={onLookUp}>
        <ListChecks aria-hidden className="size-4" />
        Look up {splitPastedTerms(text).length.toLocaleString('en-GB')} references
      </Button>
      {onSearch && (
        <Button look="quiet" onClick={onSearch}>
          Search as one text
        </Button>
      )}
    </div>
  );
}

function useSlashShortcut(box: RefObject<HTMLInputElement | null>): void {
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
