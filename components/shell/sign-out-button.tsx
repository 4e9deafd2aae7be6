'use client';

import { forgetOpened } from '@/components/transfers/recently-opened';
import { Button } from '@/components/ui/button';

/** Submits the form around it. What this browser kept of forms, sheets and what was opened goes as well. */
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
    // Forbidden: then nothing was kept.
  }
}
