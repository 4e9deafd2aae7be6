import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInButton } from '@/app/sign-in/sign-in-button';
import { EnvironmentBadge, EnvironmentLine } from '@/components/shell/environment-badge';
import { Mark } from '@/components/ui/mark';
import { Notice } from '@/components/ui/notice';
import { routes, SIGN_IN_NOT_STARTED, SUSPENDED_PERSON, TOO_MANY_SIGN_INS, WEAK_SIGN_IN } from '@/lib/http/routes';
import { consoleEnvironment } from '@/lib/server/config/environment';
import { currentPerson } from '@/lib/server/auth/authorize';

export const metadata: Metadata = { title: 'Sign in' };

/** Returns a path of the console itself, as the browser would read it; any other address would be an open redirect. */
function safePath(path: string | string[] | undefined): string {
  const here = 'http://console.invalid';
  if (typeof path !== 'string' || !URL.canParse(path, here)) return routes.home;
  const { origin, pathname, search } = new URL(path, here);
  return origin === here && !pathname.startsWith('//') ? pathname + search : routes.home;
}

/** Explains a failed sign-in by the error code of next-auth, and says what to do. */
function explain(error: string | string[]): string {
  switch (error) {
    case TOO_MANY_SIGN_INS:
      return 'Too many sign-ins from your browser or network. You are not signed in. Try again in a minute.';
    case SIGN_IN_NOT_STARTED:
      return (
        'This browser did not start the sign-in, or started it more than 15 minutes ago. Try again. ' +
        'If this happens again, allow cookies for this site.'
      );
    case WEAK_SIGN_IN:
      return (
        'Your company’s sign-in did not confirm the way of signing in that the console requires, such as a second ' +
        'factor. Try again and use it. If you did, tell an administrator.'
      );
    case SUSPENDED_PERSON:
      return (
        'You are suspended in this console, by an administrator or by your company’s directory. Your approvals of ' +
        'withdrawals that were not sent no longer count. To be let in again, ask an administrator: two must agree.'
      );
    case 'OAuthSignin':
      return (
        'Your company’s sign-in cannot be reached. People who are signed in can continue to work. ' +
        'Try again in a minute. If this happens again, tell an administrator.'
      );
    default:
      return 'The sign-in was not completed. Try again. If this happens again, tell an administrator.';
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
  // A person who is signed in and whose renewal failed must see the error.
  if (error === undefined && (await currentPerson())) redirect(target);
  return (
    <main className="mx-auto flex min-h-dvh max-w-card flex-col justify-center gap-4 p-4">
      <EnvironmentLine environment={environment} />
      <div className="rounded-panel border border-line bg-panel p-6">
        <h1 className="mb-3 flex items-center gap-2.5 text-title font-semibold tracking-tight">
          <Mark />
          Countersign
        </h1>
        <EnvironmentBadge environment={environment} />
        <div className="mt-5">
          <SignInButton callbackUrl={target} isSilent={error !== undefined} />
        </div>
      </div>
      {error !== undefined && (
        <Notice look="bad" title="You are not signed in" isUrgent>
          <p>{explain(error)}</p>
        </Notice>
      )}
    </main>
  );
}
