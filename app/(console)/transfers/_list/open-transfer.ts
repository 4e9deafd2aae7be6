'use client';

import { usePathname } from 'next/navigation';
import { settleAddress } from '@/app/(console)/transfers/_list/list-address';
import { routes } from '@/lib/http/routes';

// The address names the transfer that is open beside the list, so Back closes it and a link shows the same to a
// colleague. Shallow: the list is not loaded again.
// https://nextjs.org/docs/app/guides/single-page-applications#shallow-routing-on-the-client

/** Gives the ID of the transfer that the address names; undefined on the list itself. */
export function useOpenTransferId(): string | undefined {
  return idInPath(usePathname());
}

/** Opens a transfer beside the list, in place of the open one, so that Back always leads to the list. */
export function openTransfer(id: string): void {
  settleAddress();
  if (idInPath(window.location.pathname) === undefined)
    window.history.pushState({ isOverList: true }, '', routes.transfer(id));
  else window.history.replaceState({ isOverList: isOverList() }, '', routes.transfer(id));
}

/** Closes the open transfer and shows the list. */
export function closeTransfer(): void {
  if (isOverList()) window.history.back();
  else window.history.pushState(null, '', routes.transfers);
}

function isOverList(): boolean {
  return (window.history.state as { isOverList?: boolean } | null)?.isOverList === true;
}

function idInPath(path: string): string | undefined {
  const prefix = `${routes.transfers}/`;
  if (!path.startsWith(prefix)) return undefined;
  const segment = path.slice(prefix.length);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
