import 'server-only';
import { cookies } from 'next/headers';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { deskFormat } from '@/lib/text/locale';
import { isTimeZone } from '@/lib/time/time-zone';
import { TIME_ZONE_COOKIE } from '@/lib/time/time-zone-cookie';

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
