'use client';

import { signIn } from 'next-auth/react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';

/** Goes through the company's sign-in again and comes back to this page. The provider is asked to look at the person anew. */
export function RenewSignIn() {
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    const callbackUrl = window.location.pathname + window.location.search;
    // OpenID Connect Core 3.1.2.1: older than a second is too old, so the provider asks again and says when it did. Not 0,
    // which some providers take for absent.
    void signIn('oidc', { callbackUrl }, { max_age: '1' }).catch(() => setIsLeaving(false));
  };
  return (
    <Button disabled={isLeaving} onClick={leave}>
      {isLeaving ? 'Opening your company’s sign-in…' : 'Renew sign-in'}
    </Button>
  );
}
