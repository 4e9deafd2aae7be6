'use server';

import { redirect } from 'next/navigation';
import { ok } from '@/lib/result';
import { routes } from '@/lib/routes';
import { countAction } from '@/lib/server/count-action';
import { signOut } from '@/lib/server/people/sign-out';

export async function signOutAction(): Promise<void> {
  await countAction('signOut', async () => ok(await signOut()));
  redirect(routes.signIn);
}
