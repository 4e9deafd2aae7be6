'use client';

import { useState } from 'react';
import { callAction } from '@/components/data/call-action';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { QUIET_MENU_ITEM } from '@/components/shell/menu-item';
import { SIGNED_OUT } from '@/components/shell/signed-out';
import { forgetOpened } from '@/components/transfers/recently-opened';
import { type Denial, explainDenial } from '@/lib/http/denials';
import type { Explanation } from '@/lib/http/problems';
import { routes } from '@/lib/http/routes';
import type { Result } from '@/lib/result';

const SIGN_OUT_AGAIN = 'Reload the page, then sign out.';

/** Signs out, and deletes the drafts, sheets and recently opened transfers that this browser stores. */
export function SignOutForm({ signOut }: { signOut: () => Promise<Result<never, Denial>> }) {
  const [failure, setFailure] = useState<Explanation>();
  const submit = async () => {
    const left = await callAction(signOut).catch((error: unknown) => {
      // The action leads to another page by throwing, and a lost answer may have ended the session.
      forgetEverything();
      throw error;
    });
    if (!left.ok && left.error.kind === 'outdated')
      return setFailure({ ...explainDenial(left.error, ''), detail: 'You are still signed in.', next: SIGN_OUT_AGAIN });
    forgetEverything();
    // The action leads to the sign-in page; without a session the request guard answers in its place.
    window.location.assign(routes.signIn);
  };
  return (
    <form action={submit}>
      <button type="submit" className={QUIET_MENU_ITEM}>
        Sign out
      </button>
      {failure && <ExplanationNotice explanation={failure} isUrgent />}
    </form>
  );
}

function forgetEverything(): void {
  forgetOpened();
  try {
    sessionStorage.clear();
    sessionStorage.setItem(SIGNED_OUT, '1');
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}
