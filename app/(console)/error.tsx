'use client';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';

export default function ConsoleError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="max-w-xl space-y-3">
      <Notice look="bad" title="This page could not be shown" isUrgent>
        <p>Something went wrong in the console. Showing a page never sends anything.</p>
        {error.digest !== undefined && <p>Number of this fault: {error.digest}</p>}
      </Notice>
      <Button onClick={reset}>Try again</Button>
    </div>
  );
}
