'use client';

import { ErrorNotice } from '@/components/shell/error-notice';
import './globals.css';

/** Shows an error that kept the console's layout from rendering. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans">
        <title>Error · Countersign</title>
        <main className="mx-auto p-6">
          <ErrorNotice error={error} reset={reset} />
        </main>
      </body>
    </html>
  );
}
