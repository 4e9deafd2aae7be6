import { LOOPBACK } from '@/lib/http/loopback';

/** How the cookies of the console at one address are named, and whether a browser only sends them over https. */
export interface CookieRules {
  /** For cookies of this host alone. */
  hostPrefix: '__Host-' | '';
  /** For the other cookies of next-auth. */
  securePrefix: '__Secure-' | '';
  isSecure: boolean;
}

/**
 * Gives the rules for cookies of the console by its own address. They are bound to the host and to https, except where
 * that address is plain http on loopback, as in the demo: Safari and Firefox keep no such cookie there, and nothing of
 * it reaches the network.
 */
export function cookieRules({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): CookieRules {
  return protocol === 'http:' && LOOPBACK.test(hostname)
    ? { hostPrefix: '', securePrefix: '', isSecure: false }
    : { hostPrefix: '__Host-', securePrefix: '__Secure-', isSecure: true };
}

/** Writes a cookie that a script of the page sets at this address, for the whole console. */
export function writePageCookie(name: string, value: string, own: Pick<URL, 'protocol' | 'hostname'>): string {
  const { hostPrefix, isSecure } = cookieRules(own);
  return `${hostPrefix}${name}=${value}; Path=/;${isSecure ? ' Secure;' : ''} SameSite=Lax`;
}
