import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInButton } from '@/app/sign-in/sign-in-button';
import { EnvironmentBadge, EnvironmentLine } from '@/components/shell/environment-badge';
import { Notice } from '@/components/ui/notice';
import { routes, TOO_MANY_SIGN_INS } from '@/lib/http/routes';
import { consoleEnvironment } from '@/lib/server/config/environment';
import { currentPerson } from '@/lib/server/auth/authorize';

export const metadata: Metadata = { title: 'Sign in' };

/** Only a path of the console itself, as the browser would read it; anything else would make this page a way out to a stranger's. */
function safePath(path: string | string[] | undefined): string {
  const here = 'http://console.invalid';
  if (typeof path !== 'string' || !URL.canParse(path, here)) return routes.home;
  const { origin, pathname, search } = new URL(path, here);
  return origin === here && !pathname.startsWith('//') ? pathname + search : routes.home;
}

/** Why it came to nothing, by what next-auth calls it, and what to do. */
function explain(error: string | string[]): string {
  switch (error) {
    case TOO_MANY_SIGN_INS:
      return 'Too many people signed in from your address in a short time. Try again in a minute.';
    case 'OAuthSignin':
      return 'The company’s sign-in cannot be reached. Whoever is signed in can go on. Try again in a moment; if it stays, tell an administrator.';
    default:
      return 'The company’s sign-in did not finish. Try again; if it stays, tell an administrator.';
  }
}

export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { callbackUrl, error } = await searchParams;
  const target = safePath(callbackUrl);
  const environment = consoleEnvironment();
  // Somebody who is signed in and whose renewal failed must be told.
  if (error === undefined && (await currentPerson())) redirect(target);
  return (
    <main className="mx-auto flex min-h-dvh max-w-sm flex-col justify-center gap-4 p-4">
      <EnvironmentLine environment={environment} />
      <div className="rounded-panel border border-line bg-panel p-6">
        <h1 className="mb-3 text-xl font-semibold tracking-tight">Countersign</h1>
        <EnvironmentBadge environment={environment} />
        <div className="mt-5">
          <SignInButton callbackUrl={target} />
        </div>
      </div>
      {error !== undefined && (
        <Notice look="bad" title="You could not be signed in" isUrgent>
          <p>{explain(error)}</p>
        </Notice>
      )}
    </main>
  );
}
