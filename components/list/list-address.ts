'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** The address of a list. Declare it outside components. */
export interface ListAddress<Query extends { q: string }> {
  path: string;
  /** Reads a query from the parameters of an address; never fails. */
  read: (parameters: URLSearchParams) => Query;
  /** Writes the parameters of a query; the same query always gives the same text. */
  write: (query: Query) => URLSearchParams;
}

/**
 * How a change of the query goes into the browser's history. `push`: as a new entry, so that Back undoes the change.
 * `replace`: in place of the last entry. `typing`: a keystroke in the search box; all typing is one entry.
 */
export type AddressChange = 'push' | 'replace' | 'typing';

// Browsers reject an address that changes with every key.
const TYPING_PAUSE_MS = 250;

let pending: { timer: number; write: () => void } | undefined;

/** Writes an address that still waits for a pause in typing. */
export function settleAddress(): void {
  if (!pending) return;
  clearTimeout(pending.timer);
  pending.write();
}

/**
 * Keeps the query of the list in the address, so that a link shows the same to a colleague and Back works. A change
 * shows at once, and the address follows. While an item is open beside the list, the list keeps its query.
 */
export function useListAddress<Query extends { q: string }>({ path, read, write }: ListAddress<Query>) {
  const isList = usePathname() === path;
  const given = useSearchParams();
  const address = isList ? write(read(given)).toString() : undefined;
  const [parameters, setParameters] = useState(address ?? '');
  const written = useRef(address);

  useEffect(() => {
    const readAddress = () =>
      window.location.pathname === path
        ? write(read(new URLSearchParams(window.location.search))).toString()
        : undefined;
    const follow = () => {
      const here = readAddress();
      if (here === undefined || here === written.current) return;
      written.current = here;
      cancelPending();
      setParameters(here);
    };
    // Our own writes come back as well, and may be outdated by then.
    if (address === readAddress()) follow();
    // Back, before Next has seen the step that it takes back: its parameters never changed.
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [address, path, read, write]);
  useEffect(() => cancelPending, []);

  const changeQuery = useCallback(
    (query: Query, how: AddressChange) => {
      const next = write(query).toString();
      setParameters(next);
      cancelPending();
      const writeNow = () => {
        pending = undefined;
        const isStep =
          how === 'push' || (how === 'typing' && query.q !== '' && !(written.current ?? '').startsWith('q='));
        written.current = next;
        writeAddress(path, next, isStep);
      };
      if (how === 'typing') pending = { timer: window.setTimeout(writeNow, TYPING_PAUSE_MS), write: writeNow };
      else writeNow();
    },
    [path, write],
  );

  const query = useMemo(() => read(new URLSearchParams(parameters)), [read, parameters]);
  return { parameters, query, changeQuery };
}

function cancelPending(): void {
  clearTimeout(pending?.timer);
  pending = undefined;
}

function writeAddress(path: string, parameters: string, isStep: boolean): void {
  const address = parameters === '' ? path : `${path}?${parameters}`;
  // From an open item, the list is one step back already.
  if (isStep && window.location.pathname === path) window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
}
