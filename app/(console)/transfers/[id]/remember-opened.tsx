'use client';

import { useEffect } from 'react';
import { rememberOpened } from '@/components/transfers/recently-opened';

/** Records that a transfer's page was opened. Draws nothing. */
export function RememberOpened({ id, label }: { id: string; label: string }) {
  useEffect(() => rememberOpened(id, label), [id, label]);
  return null;
}
