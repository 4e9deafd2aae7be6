'use client';

import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from '@/components/ui/toast/show-toast';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';

// Without its script, as after a lost connection, a message is left out; what happened is also on the page.
const ToastHost = lazyWithRetry(() =>
  import('@/components/ui/toast/toast-host').catch(() => ({ default: (): ReactNode => null })),
);

/** Shows the messages of `showToast`. Their script is loaded with the first one. */
export function Toasts() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => onFirstToast(() => setIsWanted(true)), []);
  return isWanted ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null;
}
