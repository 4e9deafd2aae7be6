'use client';

import { useEffect, useId, useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import { useModal } from '@/components/ui/use-modal';
import { routes } from '@/lib/http/routes';

/**
 * Covers a page whose session has ended. A native modal: a modal dialog that was open on the page would otherwise keep
 * the link out of reach.
 */
export function SessionEnded() {
  const dialog = useModal();
  const titleId = useId();
  const [path] = useState(() => window.location.pathname + window.location.search);
  useEffect(() => {
    // Otherwise Escape would close a dialog on the page behind, with everything typed there.
    const keepOpen = (event: KeyboardEvent) => event.key === 'Escape' && event.preventDefault();
    document.addEventListener('keydown', keepOpen, true);
    return () => document.removeEventListener('keydown', keepOpen, true);
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // A browser may close a dialog without a cancel event, for example at a repeated back gesture.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) currentTarget.showModal();
      }}
      className="m-0 size-full max-h-none max-w-none place-content-center bg-page p-4 text-ink open:grid"
    >
      <div className="max-w-card rounded-panel border border-line bg-panel p-6">
        <h1 id={titleId} className="mb-3 text-title font-semibold tracking-tight">
          Your session has ended
        </h1>
        <p>This page is hidden until you sign in again. Your forms and sheets are saved as drafts.</p>
        {/* A full page load, so that the hidden page is gone no matter who signs in next. */}
        <a href={routes.signInTo(path)} className={buttonClass('primary', 'mt-5')}>
          Sign in
        </a>
        <p className="mt-3 text-body text-dim">
          You can also sign in in another tab. This page then reappears unchanged.
        </p>
      </div>
    </dialog>
  );
}
