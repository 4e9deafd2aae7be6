'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent as KeyPress,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { storePasted } from '@/components/search/pasted-terms-store';
import { CONTROL } from '@/components/ui/field';
import { hasSeveralTerms } from '@/lib/search/pasted-terms';
import type { Role } from '@/lib/identity/roles';
import { routes } from '@/lib/http/routes';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

// The suggestions load on the first search. The box itself is there at once, so that no keystroke is lost.
const SearchSuggestions = lazyWithRetry(() => import('@/components/search/search-suggestions'));

/** Keys that were pressed before the box had loaded: the text, and whether Enter followed. */
export interface EarlyKeys {
  text: string;
  entered?: { isNewTab: boolean };
}

interface SearchFieldProps {
  /** The reader's roles, whose pages and actions are offered as well. */
  roles: readonly Role[];
  /** Keys that were pressed before the box had loaded. */
  early: EarlyKeys;
  /** Called when an option was chosen or the search was cancelled. */
  onLeave: () => void;
}

/**
 * The search box with its suggestions: a searchbox whose arrow keys move through a listbox (WAI-ARIA 1.2,
 * aria-activedescendant). Enter opens an option, with Ctrl or ⌘ in a new tab. Pasting several terms opens the bulk
 * lookup.
 */
export function SearchField({ roles, early, onLeave }: SearchFieldProps) {
  const [text, setText] = useState(early.text);
  const { options, active, onChange, openActive } = useActiveOption(text, early);
  const handlers = useSearchNavigation(text, onLeave);

  const onKeyDown = (event: KeyPress) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') return openActive(event);
    if (event.key === 'Escape') {
      event.preventDefault();
      onLeave();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    options.current?.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }));
  };
  return (
    <div className="flex min-h-0 flex-col">
      <SearchForm text={text} active={active} onType={setText} onKeyDown={onKeyDown} {...handlers} />
      {/* A click here leaves the focus in the box. */}
      <div role="presentation" className="flex min-h-0 flex-col" onMouseDown={(event) => event.preventDefault()}>
        <Suspense>
          <SearchSuggestions text={text} roles={roles} keysRef={options} onChange={onChange} onChoose={onLeave} />
        </Suspense>
      </div>
    </div>
  );
}

/** Leads from the search to the list, on submit, and to the bulk lookup, on pasting several terms. */
function useSearchNavigation(text: string, leave: () => void) {
  const router = useRouter();
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text');
    if (!hasSeveralTerms(pasted)) return;
    event.preventDefault();
    storePasted(pasted);
    leave();
    router.push(routes.bulkLookup);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    leave();
    router.push(text.trim() === '' ? routes.transfers : routes.findTransfers(text.trim()));
  };
  return { onPaste, onSubmit };
}

interface ActiveOption {
  id: string;
  listId: string | undefined;
}

/** Tracks the active option, and opens it on Enter. Enter before the answer opens an exact match when it comes. */
function useActiveOption(text: string, early: EarlyKeys) {
  const options = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<ActiveOption>();
  const awaited = useRef(early.entered && { text: early.text, ...early.entered });

  const onChange = useCallback(() => {
    const option = findActive(options.current);
    setActive(option ? { id: option.id, listId: option.closest('[role="listbox"]')?.id } : undefined);
    if (!option || awaited.current === undefined) return;
    const { isNewTab } = awaited.current;
    const isStillWanted = awaited.current.text === text;
    awaited.current = undefined;
    if (isStillWanted && option.matches('[data-exact]')) follow(option, isNewTab);
  }, [text]);

  const openActive = (event: KeyPress) => {
    const option = findActive(options.current);
    event.preventDefault();
    const isNewTab = event.ctrlKey || event.metaKey;
    if (option) follow(option, isNewTab);
    else awaited.current = { text, isNewTab };
  };
  return { options, active, onChange, openActive };
}

interface SearchFormProps {
  text: string;
  active: ActiveOption | undefined;
  onType: (text: string) => void;
  onKeyDown: (event: KeyPress) => void;
  onPaste: (event: ClipboardEvent) => void;
  onSubmit: (event: FormEvent) => void;
}

function SearchForm({ text, active, onType, onKeyDown, onPaste, onSubmit }: SearchFormProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
  }, []);
  return (
    <form action={routes.transfers} role="search" aria-label="Transfers" className="relative" onSubmit={onSubmit}>
      <Search aria-hidden className="pointer-events-none absolute top-3.5 left-3.5 size-4 text-dim" />
      <input
        ref={box}
        type="search"
        name="q"
        aria-label="Find a transfer"
        aria-autocomplete="list"
        aria-activedescendant={active?.id}
        aria-controls={active?.listId}
        placeholder="Reference, transfer ID, hash, address, memo, 0.5 BTC…"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className={`${CONTROL} min-h-10 pl-10`}
      />
    </form>
  );
}

function findActive(options: HTMLElement | null) {
  return options?.querySelector<HTMLElement>('[data-settled] [role="option"][aria-selected="true"]');
}

function follow(option: HTMLElement, isNewTab: boolean): void {
  if (isNewTab && option instanceof HTMLAnchorElement) window.open(option.href, '_blank', 'noopener');
  else option.click();
}
