'use client';

import { useEffect, useId, useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import { useModal } from '@/components/ui/use-modal';
import { routes } from '@/lib/http/routes';

/**
 * Stands in the place of a page whose session has ended. A native modal: one that was open below it would else keep its
 * link out of reach, although nobody can see it.
 */
export function SessionEnded() {
  const dialog = useModal();
  const titleId = useId();
  const [path] = useState(() => window.location.pathname + window.location.search);
  useEffect(() => {
    // Else it would close what is open below as well, with all that was typed there.
    const keepOpen = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault();
    document.addEventListener('keydown', keepOpen, true);
    return () => document.removeEventListener('keydown', keepOpen, true);
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // A browser may close it whatever the page says, as by a second gesture that goes back.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) currentTarget.showModal();
      }}
      className="m-0 size-full max-h-none max-w-none place-content-center bg-page p-4 text-ink open:grid"
    >
      <div className="max-w-sm rounded-panel border border-line bg-panel p-6">
        <h1 id={titleId} className="mb-3 text-xl font-semibold tracking-tight">
          Your session has ended
        </h1>
        <p>What was on this page is hidden until you sign in again. Forms and sheets are kept as you filled them in.</p>
        {/* Not a link within the console: what is hidden goes, whoever signs in then. */}
        <a href={routes.signInTo(path)} className={buttonClass('primary', 'mt-5')}>
          Sign in
        </a>
        <p className="mt-3 text-sm text-dim">Or sign in in another tab: this page then comes back just as it was.</p>
      </div>
    </dialog>
  );
}
