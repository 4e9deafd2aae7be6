import 'server-only';
import { cookieRules } from '@/lib/http/cookie-names';
import { settings } from '@/lib/server/config/settings';
import { cookies } from 'next/headers';
import { parseTheme, type Theme, THEME_COOKIE } from '@/lib/http/theme';
import { deskFormat } from '@/lib/text/locale';
import { isTimeZone } from '@/lib/time/time-zone';
import { TIME_ZONE_COOKIE } from '@/lib/time/time-zone-cookie';

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

/** Returns the look that the browser that asks has chosen (app/globals.css). */
export async function readTheme(): Promise<Theme> {
  return parseTheme((await cookies()).get(ownCookies().named(THEME_COOKIE))?.value);
}

/**
 * Returns the time zone of the desk; otherwise of the browser that asks (an IANA name), which it sent in a cookie; UTC
 * where it sent none or one that this machine does not know. It decides how days are counted, and nothing else.
 */
export async function readTimeZone(): Promise<string> {
  const desk = deskFormat().timeZone;
  if (desk !== undefined) return desk;
  const zone = (await cookies()).get(ownCookies().named(TIME_ZONE_COOKIE))?.value;
  return zone !== undefined && isTimeZone(zone) ? zone : 'UTC';
}
