import 'server-only';
import { cookieRules } from '@/lib/http/cookie-names';
import { settings } from '@/lib/server/config/settings';

/**
 * Gives the names of this console's cookies, and whether they are sent over https alone: by its own address, so that no
 * request chooses them (lib/http/cookie-names.ts). `state`, `csrf` and `callback` are next-auth's.
 */
export function ownCookies() {
  const { hostPrefix, securePrefix, isSecure } = cookieRules(new URL(settings().NEXTAUTH_URL));
  return {
    isSecure,
    session: `${hostPrefix}countersign.session`,
    browser: `${hostPrefix}countersign.browser`,
    csrf: `${hostPrefix}next-auth.csrf-token`,
    state: `${securePrefix}next-auth.state`,
    callback: `${securePrefix}next-auth.callback-url`,
    named: (name: string) => `${hostPrefix}${name}`,
  };
}
