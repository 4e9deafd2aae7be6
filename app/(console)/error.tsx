'use client';

import { FaultNotice } from '@/components/shell/error-notice';

export default function ConsoleError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <FaultNotice error={error} reset={reset} />;
}
