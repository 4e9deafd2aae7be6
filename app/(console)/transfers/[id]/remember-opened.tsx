'use client';

import { useEffect } from 'react';
import { rememberOpened } from '@/components/transfers/recently-opened';

/** Notes that a transfer's own page was opened, from wherever somebody came. Draws nothing. */
export function RememberOpened({ id, label }: { id: string; label: string }) {
  useEffect(() => rememberOpened(id, label), [id, label]);
  return null;
}
