'use server';

import { redirect } from 'next/navigation';
import { ok } from '@/lib/result';
import { routes } from '@/lib/http/routes';
import { measureAction } from '@/lib/server/observability/measure-action';
import { signOut } from '@/lib/server/auth/sign-in/sign-out';

/** Ends the session and opens the sign-in page. */
export async function signOutAction(): Promise<void> {
  await measureAction('signOut', async () => ok(await signOut()));
  redirect(routes.signIn);
}
