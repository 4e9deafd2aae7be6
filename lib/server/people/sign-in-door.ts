import 'server-only';
import NextAuth from 'next-auth';
import { sayWait } from '@/lib/limits';
import { routes, SIGN_IN_TOO_OFTEN } from '@/lib/routes';
import { countCall } from '@/lib/server/people/limits';
import { readOrigin } from '@/lib/server/people/origin';
import { authOptions } from '@/lib/server/people/sign-in';
import { watchSignIn } from '@/lib/server/people/sign-in-failures';
import { settings } from '@/lib/server/settings';

type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

/** Answers everything under /api/auth. Setting out for the provider and coming back are limited by address, and written down where they fail. */
export async function answerSignIn(request: Request, context: Context): Promise<Response> {
  const [step] = (await context.params).nextauth;
  // Made per request, so that building the console needs no configuration.
  const answer = () => (NextAuth(authOptions()) as Handler)(request, context);
  if (!(step === 'callback' || (step === 'signin' && request.method === 'POST'))) return answer();
  const origin = await readOrigin();
  const retryAfterS = await countCall('signIn', { origin });
  if (retryAfterS === undefined) return watchSignIn(origin, answer);
  const init = { status: 429, headers: { 'retry-after': String(retryAfterS), 'cache-control': 'private, no-store' } };
  // The sign-in page asks by script, and goes where it is told.
  if (step === 'signin') return Response.json({ url: `${settings().NEXTAUTH_URL}${routes.signIn}?error=${SIGN_IN_TOO_OFTEN}` }, init);
  return new Response(
    `Too many people signed in from your address in a short time. You are not signed in. Load this page again in ${sayWait(retryAfterS)}.\n`,
    init,
  );
}
