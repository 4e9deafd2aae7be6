import 'server-only';
import { cookies } from 'next/headers';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { parseTheme, THEME_COOKIE, type Theme } from '@/lib/http/theme';

/** Returns the look that the browser that asks has chosen (app/globals.css). */
export async function readTheme(): Promise<Theme> {
  return parseTheme((await cookies()).get(ownCookies().named(THEME_COOKIE))?.value);
}
