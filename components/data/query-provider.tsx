'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

const HOUR_MS = 60 * 60 * 1000;

// Of this browser, whichever pages ask for it: what was read is still there when a person comes back.
let shared: QueryClient | undefined;

/** Stands around the parts that read by react-query, rather than around every page: the list of transfers does without it. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => (typeof window === 'undefined' ? makeClient() : (shared ??= makeClient())));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/**
 * How long what was read is kept in a browser once nothing shows it, for `gcTime`. A server keeps it with the request that it answers,
 * without a timer: each would hold the whole request in memory until it runs out.
 */
export function cacheTimeFor(ms: number): number {
  return typeof window === 'undefined' ? Infinity : ms;
}

function makeClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { gcTime: cacheTimeFor(HOUR_MS) } } });
}
