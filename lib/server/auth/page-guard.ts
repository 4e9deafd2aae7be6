import 'server-only';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { Capability } from '@/lib/identity/roles';
import { PATH_HEADER, routes } from '@/lib/http/routes';
import { authorize, currentPerson } from '@/lib/server/auth/authorize';
import type { Person } from '@/lib/server/auth/sessions';

/** The person of a page; sends whoever is not signed in to the sign-in page, and back here afterwards. */
export async function requireSignedIn(): Promise<Person> {
  return (await currentPerson()) ?? toSignIn();
}

/** The person of a page who may do this. Whoever may not is sent home. */
export async function requirePage(capability: Capability): Promise<Person> {
  const outcome = await authorize(capability);
  if (outcome.ok) return outcome.value;
  if (outcome.error.kind === 'signed-out') return toSignIn();
  if (outcome.error.kind === 'unavailable') throw new Error('the database does not answer');
  redirect(routes.home);
}

async function toSignIn(): Promise<never> {
  const path = (await headers()).get(PATH_HEADER) ?? routes.home;
  redirect(routes.signInTo(path));
}
