// Replaces next/headers in tests (vitest.config.ts), where Next has no request in hand: its cookies and headers are
// those of `caller`, so that the code under test reads them as it does in the console.
import { encode } from 'next-auth/jwt';
import { ADDRESS_HEADER, POLL_HEADER } from '@/lib/http/routes';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { settings } from '@/lib/server/config/settings';
import { caller } from '@/scripts/testing/people/caller';

interface Cookie {
  name: string;
  value: string;
}

interface Cookies {
  get: (name: string) => Cookie | undefined;
  set: (name: string, value: string) => void;
}

// Encrypting a cookie takes longer than most of what is tested with it.
const sealed = new Map<string, string>();

async function sealSession(sessionId: string): Promise<string> {
  const secret = settings().NEXTAUTH_SECRET;
  const key = `${secret} ${sessionId}`;
  const value = sealed.get(key) ?? (await encode({ token: { sid: sessionId }, secret }));
  sealed.set(key, value);
  return value;
}

/**
 * Gives the cookies of the caller: their session's, where they have one. Setting it to nothing signs the caller out.
 */
export async function cookies(): Promise<Cookies> {
  const value = caller.sessionId === undefined ? undefined : await sealSession(caller.sessionId);
  return {
    get: (name) => {
      const found = name === ownCookies().session ? value : caller.cookies[name];
      return found === undefined ? undefined : { name, value: found };
    },
    set: (name, set) => {
      if (name === ownCookies().session && set === '') caller.sessionId = undefined;
    },
  };
}

/** Gives the headers of the caller's request. */
export function headers(): Promise<Headers> {
  const given = new Headers();
  if (caller.address !== null) given.set(ADDRESS_HEADER, caller.address);
  if (caller.agent !== null) given.set('user-agent', caller.agent);
  if (caller.isPolling) given.set(POLL_HEADER, '1');
  return Promise.resolve(given);
}
