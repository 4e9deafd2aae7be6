'use client';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';

/** That a page could not be shown, what that means, and the number under which the log tells why. */
export function ErrorNotice({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="max-w-xl space-y-3">
      <h1 className="sr-only">Fault</h1>
      <Notice look="bad" title="This page could not be shown" isUrgent>
        <p>
          Something went wrong in the console. Showing a page never saves or sends anything. Try again in a moment; if
          it stays, tell an administrator.
        </p>
        {error.digest !== undefined && (
          <p>
            Number of this fault: <span className="font-mono">{error.digest}</span>
          </p>
        )}
      </Notice>
      <Button onClick={reset}>Try again</Button>
    </div>
  );
}
