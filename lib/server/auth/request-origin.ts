import 'server-only';
import { headers } from 'next/headers';
import { ADDRESS_HEADER } from '@/lib/http/routes';

/** Where a call came from, as far as it can be told: the address of the caller, and the browser. */
export interface Origin {
  address: string | null;
  agent: string | null;
}

const MAX_LENGTH = 200;

/** Where the caller's request came from. The address is what the server's door saw; the browser is said by the caller and proves nothing. */
export async function readOrigin(): Promise<Origin> {
  const given = await headers();
  const clip = (name: string) => given.get(name)?.slice(0, MAX_LENGTH) || null;
  return { address: clip(ADDRESS_HEADER), agent: clip('user-agent') };
}
