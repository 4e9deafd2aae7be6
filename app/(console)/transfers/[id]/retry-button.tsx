'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import { Button } from '@/components/ui/button';

/** Has the server read the page again. */
export function ReadAgain() {
  const router = useRouter();
  const [isReading, startReading] = useTransition();
  return (
    <Button className="mt-2" disabled={isReading} onClick={() => startReading(() => router.refresh())}>
      {isReading ? 'Reading…' : 'Try again'}
    </Button>
  );
}
