'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { routes } from '@/lib/http/routes';
import { readTransferQuery, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

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
 * shows at once, and the address follows. While a transfer is open, the list keeps its query.
 */
export function useListAddress() {
  const isList = usePathname() === routes.transfers;
  const given = useSearchParams();
  const address = isList ? writeTransferQuery(readTransferQuery(given)).toString() : undefined;
  const [parameters, setParameters] = useState(address ?? '');
  const written = useRef(address);

  useEffect(() => {
    // Our own writes come back as well, and may be outdated by then.
    if (address === undefined || address === written.current || address !== readAddress()) return;
    written.current = address;
    cancelPending();
    setParameters(address);
  }, [address]);
  useEffect(() => cancelPending, []);

  const changeQuery = useCallback((query: TransferQuery, how: AddressChange) => {
    const next = writeTransferQuery(query).toString();
    setParameters(next);
    cancelPending();
    const write = () => {
      pending = undefined;
      const isStep =
        how === 'push' || (how === 'typing' && query.q !== '' && !(written.current ?? '').startsWith('q='));
      written.current = next;
      writeAddress(next, isStep);
    };
    if (how === 'typing') pending = { timer: window.setTimeout(write, TYPING_PAUSE_MS), write };
    else write();
  }, []);

  const query = useMemo(() => readTransferQuery(new URLSearchParams(parameters)), [parameters]);
  return { parameters, query, changeQuery };
}

function cancelPending(): void {
  clearTimeout(pending?.timer);
  pending = undefined;
}

function readAddress(): string | undefined {
  const { pathname, search } = window.location;
  return pathname === routes.transfers
    ? writeTransferQuery(readTransferQuery(new URLSearchParams(search))).toString()
    : undefined;
}

function writeAddress(parameters: string, isStep: boolean): void {
  const address = parameters === '' ? routes.transfers : `${routes.transfers}?${parameters}`;
  // From an open transfer, the list is one step back already.
  if (isStep && window.location.pathname === routes.transfers) window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
}
