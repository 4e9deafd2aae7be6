import 'server-only';
import NextAuth from 'next-auth';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { formatWait } from '@/lib/http/rate-limits';
import { routes, TOO_MANY_SIGN_INS } from '@/lib/http/routes';
import { countCall } from '@/lib/server/auth/rate-limits';
import { readOrigin } from '@/lib/server/auth/request-origin';
import { authOptions } from '@/lib/server/auth/sign-in';
import { recordFailedSignIn } from '@/lib/server/auth/sign-in-failures';
import { settings } from '@/lib/server/config/settings';

type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

/**
 * Answers all routes under /api/auth. Limits the start and the return of sign-ins by address, and records failed ones.
 */
export async function handleSignIn(request: Request, context: Context): Promise<Response> {
  const [step] = (await context.params).nextauth;
  if (!(await isReadable(request)))
    return Response.json(
      { error: INVALID_SIGN_IN },
      { status: 400, headers: { 'cache-control': 'private, no-store' } },
    );
  // Created per request, so that building the console requires no configuration.
  const answer = () => (NextAuth(authOptions()) as Handler)(request, context);
  if (!(step === 'callback' || (step === 'signin' && request.method === 'POST'))) return answer();
  const origin = await readOrigin();
  const retryAfterS = await countCall('signIn', { origin });
  if (retryAfterS === undefined) return recordFailedSignIn(origin, answer);
  const init = { status: 429, headers: { 'retry-after': String(retryAfterS), 'cache-control': 'private, no-store' } };
  // The sign-in page calls this by script and follows the URL in the answer.
  if (step === 'signin')
    return Response.json({ url: `${settings().NEXTAUTH_URL}${routes.signIn}?error=${TOO_MANY_SIGN_INS}` }, init);
  return new Response(
    `Too many sign-ins from your network. You are not signed in. Reload this page in ${formatWait(retryAfterS)}.\n`,
    init,
  );
}

const INVALID_SIGN_IN = {
  title: 'The sign-in request is invalid',
  detail: 'You are not signed in.',
  next: 'Open the sign-in page and start again.',
};
// next-auth's name of the cookie when cookies are secure.
const CALLBACK_COOKIE = '__Secure-next-auth.callback-url';
const fieldsSchema = z.record(z.string(), z.string());

/**
 * Returns whether next-auth can handle a request: fields that are texts, and addresses where it expects addresses. It
 * would answer 500 to anything else.
 */
async function isReadable(request: Request): Promise<boolean> {
  const fields = fieldsSchema.safeParse(request.method === 'POST' ? await readFields(request.clone()) : {});
  const addresses = [
    fields.data?.callbackUrl,
    new URL(request.url).searchParams.get('callbackUrl'),
    (await cookies()).get(CALLBACK_COOKIE)?.value,
  ];
  return fields.success && addresses.every((address) => !address || isAddress(address));
}

async function readFields(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  const text = await request.text();
  if (!type.includes('application/json')) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isAddress(text: string): boolean {
  // A text that cannot stand in a header cannot be a redirect target.
  return /^[\x21-\x7E]+$/.test(text) && (text.startsWith('/') || (/^https?:/.test(text) && URL.canParse(text)));
}
