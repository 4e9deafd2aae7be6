import 'server-only';
import { parseJson } from '@/lib/text/parse-json';
import NextAuth from 'next-auth';
import { cookies } from 'next/headers';
import { NextRequest } from 'next/server';
import { z } from 'zod';
import { formatWait } from '@/lib/http/rate-limits';
import { routes, SIGN_IN_NOT_STARTED, SUSPENDED_PERSON, TOO_MANY_SIGN_INS, WEAK_SIGN_IN } from '@/lib/http/routes';
import { readKnownBrowser, writeKnownBrowser } from '@/lib/server/sign-in/known-browser';
import { countCall } from '@/lib/server/auth/rate-limits';
import { type Origin, readOrigin } from '@/lib/server/auth/request-origin';
import { authOptions } from '@/lib/server/sign-in/sign-in';
import { hasCsrfToken, nameStartedSignIn } from '@/lib/server/sign-in/sign-in-attempt';
import { ownCookies } from '@/lib/server/cookies/own-cookies';
import { recordFailedSignIn, recordForgedCallback } from '@/lib/server/sign-in/sign-in-failures';
import { settings } from '@/lib/server/config/settings';

type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

/** Answers all routes under /api/auth with next-auth, behind the checks of `guardSignIn`. */
export async function handleSignIn(request: Request, context: Context): Promise<Response> {
  const [step] = (await context.params).nextauth;
  // Created per request, so that building the console requires no configuration.
  return guardSignIn(request, step, () =>
    (NextAuth(authOptions()) as Handler)(step === 'signin' ? limitQuery(request) : request, context),
  );
}

/**
 * Answers a step of a sign-in: rejects what next-auth cannot read and callbacks that no sign-in of this browser
 * started, limits real attempts, and records failed ones. `answer` is next-auth's. Only an attempt that next-auth would
 * carry to the provider counts: a start by browser where it had a session here, or else by address; a return by the
 * sign-in that was started. So neither forged calls nor other browsers use up the attempts of one that is known here.
 * Exported for its test.
 */
export async function guardSignIn(
  request: Request,
  step: string | undefined,
  answer: () => Promise<Response>,
): Promise<Response> {
  const fields = await readFields(request);
  if (!fields || !(await hasReadableAddresses(request, fields)))
    return Response.json({ error: INVALID_SIGN_IN }, { status: 400, headers: NO_STORE });
  if (step === 'callback') {
    const started = await nameStartedSignIn();
    return started === undefined ? refuseForgedCallback() : limit(step, started, answer);
  }
  if (step === 'signin' && request.method === 'POST' && (await hasCsrfToken(fields)))
    return limit(step, await readKnownBrowser(), answer);
  return answer();
}

/**
 * Reduces the query of a sign-in's start to `max_age`, which asks for a fresh sign-in. next-auth passes the whole query
 * on to the provider, where anyone's link could then choose scope, prompt or response mode. Exported for its test.
 */
export function limitQuery(request: Request): Request {
  if (request.method !== 'POST') return request;
  const url = new URL(request.url);
  const maxAge = url.searchParams.get('max_age') ?? '';
  url.search = /^[0-9]{1,9}$/.test(maxAge) ? `max_age=${maxAge}` : '';
  return new NextRequest(url, request);
}

const NO_STORE = { 'cache-control': 'private, no-store' };

async function limit(
  step: 'callback' | 'signin',
  own: string | undefined,
  answer: () => Promise<Response>,
): Promise<Response> {
  const origin: Origin = await readOrigin();
  const retryAfterS = await countCall(step === 'signin' ? 'signInStart' : 'signInReturn', { own, origin });
  if (retryAfterS === undefined) {
    const { response, cause } = await recordFailedSignIn(origin, answer);
    if (cause === 'acr') return redirectTo(signInPage(WEAK_SIGN_IN));
    return cause === 'suspended' ? redirectTo(signInPage(SUSPENDED_PERSON)) : rememberBrowser(response);
  }
  const init = { status: 429, headers: { ...NO_STORE, 'retry-after': String(retryAfterS) } };
  // The sign-in page calls this by script and follows the URL in the answer.
  if (step === 'signin') return Response.json({ url: signInPage(TOO_MANY_SIGN_INS) }, init);
  return new Response(
    `Too many returns from one sign-in. You are not signed in. Start again in ${formatWait(retryAfterS)}.\n`,
    init,
  );
}

/** Makes the browser known with the answer that begins its session. */
async function rememberBrowser(response: Response): Promise<Response> {
  const { session } = ownCookies();
  const beginsSession = response.headers
    .getSetCookie()
    .some((cookie) => cookie.startsWith(`${session}=`) && !cookie.startsWith(`${session}=;`));
  if (!beginsSession) return response;
  const headers = new Headers(response.headers);
  headers.append('set-cookie', await writeKnownBrowser());
  return new Response(response.body, { status: response.status, headers });
}

/** Sends the browser back to the sign-in page, which says so to a person whose sign-in took too long. */
async function refuseForgedCallback(): Promise<Response> {
  await recordForgedCallback(await readOrigin());
  return redirectTo(signInPage(SIGN_IN_NOT_STARTED));
}

const redirectTo = (location: string) => new Response(null, { status: 303, headers: { ...NO_STORE, location } });

const signInPage = (error: string) => `${settings().NEXTAUTH_URL}${routes.signIn}?error=${error}`;

const INVALID_SIGN_IN = {
  title: 'The sign-in request is invalid',
  detail: 'You are not signed in.',
  next: 'Open the sign-in page and start again.',
};
const fieldsSchema = z.record(z.string(), z.string());

/** Returns the fields of a post; undefined if next-auth, which expects texts, would answer them with 500. */
async function readFields(request: Request): Promise<Record<string, string> | undefined> {
  if (request.method !== 'POST') return {};
  const text = await request.clone().text();
  const isJson = (request.headers.get('content-type') ?? '').includes('application/json');
  return fieldsSchema.safeParse(isJson ? parseJson(text) : Object.fromEntries(new URLSearchParams(text))).data;
}

/** Returns whether next-auth finds addresses where it expects them; it would answer 500 to anything else. */
async function hasReadableAddresses(request: Request, fields: Record<string, string>): Promise<boolean> {
  const addresses = [
    fields.callbackUrl,
    new URL(request.url).searchParams.get('callbackUrl'),
    (await cookies()).get(ownCookies().callback)?.value,
  ];
  return addresses.every((address) => !address || isAddress(address));
}

function isAddress(text: string): boolean {
  // A text that cannot be in a header cannot be a redirect target.
  return /^[\x21-\x7E]+$/.test(text) && (text.startsWith('/') || (/^https?:/.test(text) && URL.canParse(text)));
}
