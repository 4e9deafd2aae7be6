'use server';

import { redirect } from 'next/navigation';
import { routes } from '@/lib/routes';
import { signOut } from '@/lib/server/people/sign-out';

export async function signOutAction(): Promise<void> {
  await signOut();
  redirect(routes.signIn);
}
