import 'server-only';
import { headers } from 'next/headers';

/** Where a call came from, as far as it can be told: the address that the proxy before the console names, and the browser. */
export interface Origin {
  address: string | null;
  agent: string | null;
}

const MAX_LENGTH = 200;

/** Where the caller's request came from. Both are said by others and prove nothing. */
export async function readOrigin(): Promise<Origin> {
  const given = await headers();
  const clip = (name: string) => given.get(name)?.slice(0, MAX_LENGTH) ?? null;
  return { address: clip('x-forwarded-for'), agent: clip('user-agent') };
}
