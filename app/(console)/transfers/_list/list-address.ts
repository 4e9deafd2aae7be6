'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { routes } from '@/lib/http/routes';
import { readTransferQuery, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';

/** `step`: Back undoes it. `same`: takes the place of the last one. `typed`: a keystroke in the search box. */
export type AddressChange = 'step' | 'same' | 'typed';

// Browsers refuse an address that changes with every key.
const TYPING_PAUSE_MS = 250;

let pending: { timer: number; write: () => void } | undefined;

/** Writes an address that still waits for a pause in typing. */
export function settleAddress(): void {
  if (!pending) return;
  clearTimeout(pending.timer);
  pending.write();
}

/**
 * What the list shows, which the address says, so that a link shows the same to a colleague and Back works. What is
 * asked for here shows at once; the address follows. Under the address of an open transfer the list stays as it was.
 */
export function useListAddress() {
  const isList = usePathname() === routes.transfers;
  const given = useSearchParams();
  const address = isList ? writeTransferQuery(readTransferQuery(given)).toString() : undefined;
  const [parameters, setParameters] = useState(address ?? '');
  const written = useRef(address);

  useEffect(() => {
    // Our own writing comes back, too, and may be overtaken by then.
    if (address === undefined || address === written.current || address !== addressNow()) return;
    written.current = address;
    cancel();
    setParameters(address);
  }, [address]);
  useEffect(() => cancel, []);

  const ask = useCallback((query: TransferQuery, how: AddressChange) => {
    const next = writeTransferQuery(query).toString();
    setParameters(next);
    cancel();
    const write = () => {
      pending = undefined;
      const isStep = how === 'step' || (how === 'typed' && query.q !== '' && !(written.current ?? '').startsWith('q='));
      written.current = next;
      writeAddress(next, isStep);
    };
    if (how === 'typed') pending = { timer: window.setTimeout(write, TYPING_PAUSE_MS), write };
    else write();
  }, []);

  const query = useMemo(() => readTransferQuery(new URLSearchParams(parameters)), [parameters]);
  return { parameters, query, ask };
}

function cancel(): void {
  clearTimeout(pending?.timer);
  pending = undefined;
}

function addressNow(): string | undefined {
  const { pathname, search } = window.location;
  return pathname === routes.transfers
    ? writeTransferQuery(readTransferQuery(new URLSearchParams(search))).toString()
    : undefined;
}

function writeAddress(parameters: string, isStep: boolean): void {
  const address = parameters === '' ? routes.transfers : `${routes.transfers}?${parameters}`;
  // An open transfer gives way to the list, which is one step back from it already.
  if (isStep && window.location.pathname === routes.transfers) window.history.pushState(null, '', address);
  else window.history.replaceState(null, '', address);
}
