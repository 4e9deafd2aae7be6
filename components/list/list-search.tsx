'use client';

import { Search } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { CONTROL } from '@/components/ui/field';

interface ListSearchProps {
  /** The path of the list, for a search without script. */
  path: string;
  /** The name of the search, such as "Transfers". */
  name: string;
  /** The name of the box, such as "Find a transfer". */
  label: string;
  placeholder: string;
  text: string;
  onSearch: (text: string) => void;
  onPaste?: (event: ClipboardEvent) => void;
  /** Called on arrow down, to move the focus to the rows. */
  onEnterRows: () => void;
  /** Called on Enter. */
  onEnter: () => void;
  /** Fields that a search without script keeps, and what is below the box. */
  children?: ReactNode;
}

/** The search box of a list, which searches while typing. `/` focuses it. */
export function ListSearch({
  path,
  name,
  label,
  placeholder,
  text,
  onSearch,
  onPaste,
  onEnterRows,
  onEnter,
  children,
}: ListSearchProps) {
  const box = useRef<HTMLInputElement>(null);
  // What was typed before the page's script ran has raised no event.
  const searchEarlyText = useEffectEvent(() => {
    if (box.current && box.current.value !== text) onSearch(box.current.value);
  });
  useEffect(() => searchEarlyText(), []);
  useSlashShortcut(box);
  const onKeyDown = (event: KeyboardEvent) => {
    // A page may have the focus in its empty box already when a person presses the key that leads there.
    const isSlash = event.key === '/' && text === '';
    if (!isSlash && event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    if (isSlash) return;
    if (event.key === 'ArrowDown') onEnterRows();
    else onEnter();
  };
  return (
    // Without script, Enter submits the search to the server.
    <form
      action={path}
      role="search"
      aria-label={name}
      className="relative min-w-44 max-w-[22rem] flex-1 basis-44 sm:basis-56"
    >
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-dim" />
      <input
        ref={box}
        type="search"
        name="q"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        value={text}
        onChange={({ target }) => onSearch(target.value)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        className={`${CONTROL} pl-8 text-ellipsis`}
      />
      {children}
    </form>
  );
}

/** Keeps the text of the box, which may have spaces at its ends that the query has not. */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [text, setText] = useState(q);
  const [lastQ, setLastQ] = useState(q);
  // Back, or a saved view, has changed the search.
  if (q !== lastQ) {
    setLastQ(q);
    if (q !== text.trim()) setText(q);
  }
  const search = (next: string) => {
    setText(next);
    onSearch(next.trim());
  };
  return { text, search };
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
