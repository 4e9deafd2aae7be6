'use client';

import { useState } from 'react';
import { startSignIn } from '@/components/ui/browser/start-sign-in';
import { Button } from '@/components/ui/button';

/**
 * Gives a function that repeats the company's sign-in and returns to the current page; `keep` is called before. The
 * provider must authenticate the person again.
 */
export function useRenewSignIn(): { isLeaving: boolean; renew: (keep?: () => void) => void } {
  const [isLeaving, setIsLeaving] = useState(false);
  const renew = (keep?: () => void) => {
    setIsLeaving(true);
    keep?.();
    const callbackUrl = window.location.pathname + window.location.search;
    // A maximum age of one second makes the provider authenticate again and report when (OpenID Connect Core 3.1.2.1).
    // Some providers treat 0 as absent.
    void startSignIn(callbackUrl, 1).catch(() => setIsLeaving(false));
  };
  return { isLeaving, renew };
}

/** The button that renews the sign-in. */
export function RenewSignIn() {
  const { isLeaving, renew } = useRenewSignIn();
  return (
    <Button disabled={isLeaving} onClick={() => renew()}>
      {isLeaving ? 'Opening your company’s sign-in…' : 'Renew sign-in'}
    </Button>
  );
}
