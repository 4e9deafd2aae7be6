'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

const HOUR = 60 * 60 * 1000;

/** What the browser has read lives as long as the frame, so that a list is still there when a person comes back to it. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { gcTime: HOUR } } }));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
