import 'server-only';
import { headers } from 'next/headers';
import { forbidden, redirect } from 'next/navigation';
import type { Capability } from '@/lib/identity/roles';
import { PATH_HEADER, routes } from '@/lib/http/routes';
import { authorize, currentPerson } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';

/** Returns the signed-in person of a page, or redirects to the sign-in page, which leads back here. */
export async function requireSignedIn(): Promise<Person> {
  return (await currentPerson()) ?? redirectToSignIn();
}

/**
 * Returns the person of a page if they have the capability; answers everyone else with 403 and the page's
 * `forbidden.tsx`, which names the role that is needed.
 */
export async function requirePage(capability: Capability): Promise<Person> {
  const outcome = await authorize(capability);
  if (outcome.ok) return outcome.value;
  if (outcome.error.kind === 'signed-out') return redirectToSignIn();
  if (outcome.error.kind === 'unavailable') throw new Error('the database is unavailable');
  forbidden();
}

async function redirectToSignIn(): Promise<never> {
  const path = (await headers()).get(PATH_HEADER) ?? routes.home;
  redirect(routes.signInTo(path));
}
