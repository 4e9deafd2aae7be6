'use client';

import { Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent as KeyPress,
  lazy,
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

// The suggestions load on the first search. The box itself is there at once, so that no keystroke is lost.
const SearchSuggestions = lazy(() => import('@/components/search/search-suggestions'));

/** Keys that were pressed before the box had loaded: the text, and whether Enter followed. */
export interface EarlyKeys {
  text: string;
  entered?: { isNewTab: boolean };
}

const NOTHING_YET: EarlyKeys = { text: '' };

interface SearchFieldProps {
  /** In a dialog, Enter opens the best match; on a page, Enter leads to the list, as without script. */
  isInDialog: boolean;
  /** Whether the box takes the focus when it appears; a box in a dialog always does. */
  hasFocus?: boolean;
  /** The reader's roles, whose pages are offered as well; undefined for no pages. */
  roles?: readonly Role[];
  /** Keys that were pressed before the box had loaded. */
  early?: EarlyKeys;
  /** Called when an option was chosen or the search was cancelled. */
  onLeave?: () => void;
  className?: string;
  /** The classes of the suggestions. */
  answersClass: string;
}

/**
 * The search box with its suggestions: a searchbox whose arrow keys move through a listbox (WAI-ARIA 1.2,
 * aria-activedescendant). Enter opens an option, with Ctrl or ⌘ in a new tab. Pasting several terms opens the bulk
 * lookup.
 */
export function SearchField({
  isInDialog,
  hasFocus = isInDialog,
  roles,
  early = NOTHING_YET,
  onLeave,
  className,
  answersClass,
}: SearchFieldProps) {
  const [text, setText] = useState(early.text);
  const [isOpen, setIsOpen] = useState(isInDialog);
  const { options, active, onChange, openActive } = useActiveOption(text, early, isInDialog);
  const leave = useCallback(() => {
    if (!isInDialog) setIsOpen(false);
    onLeave?.();
  }, [isInDialog, onLeave]);
  const handlers = useSearchNavigation(text, leave);

  const onKeyDown = (event: KeyPress) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') return openActive(event);
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault();
      leave();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setIsOpen(true);
    options.current?.dispatchEvent(new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true }));
  };
  return (
    <div
      className={className}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!isInDialog && !currentTarget.contains(relatedTarget)) setIsOpen(false);
      }}
    >
      <SearchForm
        text={text}
        hasFocus={hasFocus}
        active={isOpen ? active : undefined}
        onType={(typed) => {
          setText(typed);
          setIsOpen(true);
        }}
        onKeyDown={onKeyDown}
        {...handlers}
      />
      {isOpen && (isInDialog || text.trim() !== '') && (
        // A click here leaves the focus in the box.
        <div role="presentation" className={answersClass} onMouseDown={(event) => event.preventDefault()}>
          <Suspense>
            <SearchSuggestions
              text={text}
              roles={roles}
              isListFirst={!isInDialog}
              keysRef={options}
              onChange={onChange}
              onChoose={leave}
            />
          </Suspense>
        </div>
      )}
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

/**
 * Tracks the active option, and opens it on Enter. With `canWait`, Enter before the answer opens an exact match when
 * the answer comes; otherwise Enter without an option submits the form.
 */
function useActiveOption(text: string, early: EarlyKeys, canWait: boolean) {
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
    if (!option && !canWait) return;
    event.preventDefault();
    const isNewTab = event.ctrlKey || event.metaKey;
    if (option) follow(option, isNewTab);
    else awaited.current = { text, isNewTab };
  };
  return { options, active, onChange, openActive };
}

interface SearchFormProps {
  text: string;
  /** True if the box takes the focus when it appears, with the cursor at the end of its text. */
  hasFocus: boolean;
  active: ActiveOption | undefined;
  onType: (text: string) => void;
  onKeyDown: (event: KeyPress) => void;
  onPaste: (event: ClipboardEvent) => void;
  onSubmit: (event: FormEvent) => void;
}

function SearchForm({ text, hasFocus, active, onType, onKeyDown, onPaste, onSubmit }: SearchFormProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!hasFocus) return;
    box.current?.focus();
    box.current?.setSelectionRange(box.current.value.length, box.current.value.length);
  }, [hasFocus]);
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
  return options?.querySelector<HTMLAnchorElement>('[data-settled] [role="option"][aria-selected="true"]');
}

function follow(option: HTMLAnchorElement, isNewTab: boolean): void {
  if (isNewTab) window.open(option.href, '_blank', 'noopener');
  else option.click();
}
