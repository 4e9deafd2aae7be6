/*
 * The cookie of a browser that had a session here, so that its sign-ins have a budget of their own and others on its
 * network cannot use them up. It holds a random number of the browser and the time of its last sign-in, signed; no
 * person, and no right: docs/decisions/0011-rate-limits-in-a-table-of-our-own.md.
 */
import 'server-only';
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { cookies } from 'next/headers';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { settings } from '@/lib/server/config/settings';
import { now } from '@/lib/server/runtime/clock';

const MAX_AGE_S = 90 * 86_400;
const FORM = /^[A-Za-z0-9_-]{22}\.[0-9]{1,12}\.[A-Za-z0-9_-]{43}$/;

/** Reads the number of a browser that had a session here within 90 days; undefined without a valid cookie. */
export async function readKnownBrowser(): Promise<string | undefined> {
  const value = (await cookies()).get(ownCookies().browser)?.value ?? '';
  if (!FORM.test(value)) return undefined;
  const [browser = '', at = '', code = ''] = value.split('.');
  const isSigned = timingSafeEqual(Buffer.from(code, 'base64url'), sign(`${browser}.${at}`));
  return isSigned && nowS() - Number(at) < MAX_AGE_S ? browser : undefined;
}

/** Writes the header that makes the browser known from a sign-in on; one that is known keeps its number. */
export async function writeKnownBrowser(): Promise<string> {
  const content = `${(await readKnownBrowser()) ?? randomBytes(16).toString('base64url')}.${nowS()}`;
  const value = `${content}.${sign(content).toString('base64url')}`;
  const { browser, isSecure } = ownCookies();
  return `${browser}=${value}; Path=/; Max-Age=${MAX_AGE_S}; ${isSecure ? 'Secure; ' : ''}HttpOnly; SameSite=Lax`;
}

const nowS = () => Math.floor(now().getTime() / 1000);

function sign(content: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', settings().NEXTAUTH_SECRET, '', 'countersign known browser', 32));
  return createHmac('sha256', key).update(content).digest();
}
