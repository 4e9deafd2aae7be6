'use client';

import { useState } from 'react';
import { startSignIn } from '@/components/ui/browser/start-sign-in';
import { SIGNED_OUT } from '@/components/shell/signed-out';
import { Button } from '@/components/ui/button';
import { useIsInBrowser } from '@/components/ui/browser/use-is-in-browser';

/**
 * Starts the sign-in at the company's identity provider and returns to `callbackUrl` afterwards. Says before that the
 * reader signed out here, unless the page says something else of it (`isSilent`).
 */
export function SignInButton({ callbackUrl, isSilent }: { callbackUrl: string; isSilent: boolean }) {
  // Until the script runs, a press would be lost.
  const isReady = useIsInBrowser();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(true);
    forgetSignedOut();
    void startSignIn(callbackUrl).catch(() => setIsLeaving(false));
  };
  return (
    <>
      {/* There before its text, so that screen readers announce it. */}
      <p role="status" className="mb-4 empty:hidden">
        {isReady && !isLeaving && !isSilent && hasSignedOut() && 'You are signed out.'}
      </p>
      <Button look="primary" className="w-full" disabled={!isReady || isLeaving} onClick={leave}>
        {isLeaving ? 'Opening your company’s sign-in…' : 'Sign in'}
      </Button>
    </>
  );
}

/** Tells whether the reader signed out in this tab and did not sign in again since. */
function hasSignedOut(): boolean {
  try {
    return sessionStorage.getItem(SIGNED_OUT) !== null;
  } catch {
    return false;
  }
}

function forgetSignedOut(): void {
  try {
    sessionStorage.removeItem(SIGNED_OUT);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
