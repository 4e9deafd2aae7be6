'use server';

import { redirect } from 'next/navigation';
import { ok, type Result } from '@/lib/result';
import type { Denial } from '@/lib/http/denials';
import { routes } from '@/lib/http/routes';
import { measureAction } from '@/lib/server/observability/measure-action';
import { signOut } from '@/lib/server/auth/sign-in/sign-out';

/** Ends the session and opens the sign-in page. */
export async function signOutAction(): Promise<Result<never, Denial>> {
  await measureAction('signOut', async () => ok(await signOut()));
  redirect(routes.signIn);
}
