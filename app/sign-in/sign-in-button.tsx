'use client';

import { useState } from 'react';
import { startSignIn } from '@/components/ui/browser/start-sign-in';
import { Button } from '@/components/ui/button';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';

/** Starts the sign-in at the company's identity provider and returns to `callbackUrl` afterwards. */
export function SignInButton({ callbackUrl }: { callbackUrl: string }) {
  // Until the script runs, a press would be lost.
  const isReady = useIsInBrowser();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    void startSignIn(callbackUrl).catch(() => setIsLeaving(false));
  };
  return (
    <Button look="primary" className="w-full" disabled={!isReady || isLeaving} onClick={leave}>
      {isLeaving ? 'Opening your company’s sign-in…' : 'Sign in'}
    </Button>
  );
}
