'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

const HOUR = 60 * 60 * 1000;

// Of this browser, whichever pages ask for it: what was read is still there when a person comes back.
let shared: QueryClient | undefined;

/** Stands around the parts that read by react-query, rather than around every page: the list of transfers does without it. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => (typeof window === 'undefined' ? makeClient() : (shared ??= makeClient())));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function makeClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { gcTime: HOUR } } });
}
