'use client';

import { ErrorNotice } from '@/components/shell/error-notice';

/** Shows an error of a page inside the console's layout. */
export default function ConsoleError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <ErrorNotice error={error} reset={reset} />;
}
