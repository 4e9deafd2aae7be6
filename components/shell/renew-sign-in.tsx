'use client';

import { signIn } from 'next-auth/react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';

/** Repeats the company's sign-in and returns to the current page. The provider must authenticate the person again. */
export function RenewSignIn() {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    const callbackUrl = window.location.pathname + window.location.search;
    // A maximum age of one second makes the provider authenticate again and report when (OpenID Connect Core 3.1.2.1).
    // Some providers treat 0 as absent.
    void signIn('oidc', { callbackUrl }, { max_age: '1' }).catch(() => setIsLeaving(false));
  };
  return (
    <Button disabled={isLeaving} onClick={leave}>
      {isLeaving ? 'Opening your company’s sign-in…' : 'Renew sign-in'}
    </Button>
  );
}
