'use client';

import { forgetOpened } from '@/components/transfers/recently-opened';
import { Button } from '@/components/ui/button';

/**
 * Submits the surrounding form, and deletes the drafts, sheets and recently opened transfers that this browser stores.
 */
export function SignOutButton() {
  return (
    <Button type="submit" look="quiet" className="-ml-2.5 min-h-8 px-2.5 py-1 text-xs" onClick={forgetEverything}>
      Sign out
    </Button>
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
