'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { Button } from '@/components/ui/button';

/** Reloads the page from the server. */
export function RetryButton() {
  const router = useRouter();
  const [isReading, startReading] = useTransition();
  return (
    <Button className="mt-2" disabled={isReading} onClick={() => startReading(() => router.refresh())}>
      {isReading ? 'Loading…' : 'Try again'}
    </Button>
  );
}
