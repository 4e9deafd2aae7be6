'use client';

import { forgetOpened } from '@/components/transfers/recently-opened';
import { Button } from '@/components/ui/button';
import { routes } from '@/lib/http/routes';

/** Signs out, and deletes the drafts, sheets and recently opened transfers that this browser stores. */
export function SignOutForm({ signOut }: { signOut: () => Promise<unknown> }) {
  const submit = async () => {
    forgetEverything();
    await signOut();
    // The action leads to the sign-in page; without a session the request guard answers in its place.
    window.location.assign(routes.signIn);
  };
  return (
    <form action={submit} className="mt-1.5">
      <Button type="submit" look="quiet" className="-ml-2.5 min-h-8 px-2.5 py-1 text-label">
        Sign out
      </Button>
    </form>
  );
}

function forgetEverything(): void {
  forgetOpened();
  try {
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
