'use client';

import { usePathname } from 'next/navigation';
import { settleAddress } from '@/components/list/list-address';

/** The items that open beside a list. */
export interface OpenBeside {
  /** Gives the ID of the item that the address names; undefined on the list itself. */
  useOpenId: () => string | undefined;
  /** Opens an item beside the list, in place of the open one, so that Back always leads to the list. */
  open: (id: string) => void;
  /** Closes the open item and shows the list. */
  close: () => void;
}

/**
 * Opens the items of a list beside it. The address names the open item, so Back closes it and a link shows the same to
 * a colleague. Shallow: the list is not loaded again.
 * https://nextjs.org/docs/app/guides/single-page-applications#shallow-routing-on-the-client
 */
export function createOpenBeside(listPath: string, itemPath: (id: string) => string): OpenBeside {
  return {
    useOpenId: () => idInPath(listPath, usePathname()),
    open: (id) => {
      settleAddress();
      if (idInPath(listPath, window.location.pathname) === undefined)
        window.history.pushState({ isOverList: true }, '', itemPath(id));
      else window.history.replaceState({ isOverList: isOverList() }, '', itemPath(id));
    },
    close: () => {
      if (isOverList()) window.history.back();
      else window.history.pushState(null, '', listPath);
    },
  };
}

function isOverList(): boolean {
  return (window.history.state as { isOverList?: boolean } | null)?.isOverList === true;
}

function idInPath(listPath: string, path: string): string | undefined {
  const prefix = `${listPath}/`;
  if (!path.startsWith(prefix)) return undefined;
  const segment = path.slice(prefix.length);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
