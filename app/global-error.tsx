'use client';

import { ErrorNotice } from '@/components/shell/error-notice';
import './globals.css';

/** What is shown where not even the frame of the console could be. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans">
        <title>Fault · Countersign</title>
        <main className="mx-auto p-6">
          <ErrorNotice error={error} reset={reset} />
        </main>
      </body>
    </html>
  );
}
