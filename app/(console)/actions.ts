'use server';

import { redirect } from 'next/navigation';
import { ok, type Result } from '@/lib/result';
import type { Denial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import { measureAction } from '@/lib/server/observability/measure-action';
import { signOut } from '@/lib/server/sign-in/sign-out/sign-out';

/** Ends the session, that at the identity provider too, and opens the sign-in page. */
export async function signOutAction(): Promise<Result<never, Denial>> {
  const next = await measureAction('signOut', async () => ok(await signOut()));
  redirect(next.ok ? next.value : routes.signIn);
}
