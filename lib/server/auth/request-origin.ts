import 'server-only';
import { headers } from 'next/headers';
import { ADDRESS_HEADER } from '@/lib/http/routes';

/** Origin of a call, as far as known: the caller's address and browser. */
export interface Origin {
  address: string | null;
  agent: string | null;
}

const MAX_LENGTH = 200;

/**
 * Reads the origin of the current request. The request guard determined the address; the browser's name comes from the
 * caller and proves nothing.
 */
export async function readOrigin(): Promise<Origin> {
  const requestHeaders = await headers();
  const clip = (name: string) => requestHeaders.get(name)?.slice(0, MAX_LENGTH) || null;
  return { address: clip(ADDRESS_HEADER), agent: clip('user-agent') };
}
