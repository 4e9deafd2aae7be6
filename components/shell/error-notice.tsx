'use client';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';

/** Tells that a page failed to load, and shows the number under which the log has the cause. */
export function ErrorNotice({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="max-w-reading space-y-3">
      <h1 className="sr-only">Error</h1>
      <Notice look="bad" title="This page could not be loaded" isUrgent>
        <p>
          An error occurred in the console. Nothing was saved and nothing was sent: loading a page never does either.
          Try again in a minute. If this happens again, tell an administrator.
        </p>
        {error.digest !== undefined && (
          <p>
            Error number: <span className="font-mono">{error.digest}</span>
          </p>
        )}
      </Notice>
      <Button onClick={reset}>Try again</Button>
    </div>
  );
}
