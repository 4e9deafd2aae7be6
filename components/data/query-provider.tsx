'use client';

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

const HOUR_MS = 60 * 60 * 1000;

// Shared by all pages of this browser, so that data is still there when a person comes back.
let shared: QueryClient | undefined;

/**
 * Provides react-query to the parts that use it. It does not wrap every page, since the transfer list works without it.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() => (typeof window === 'undefined' ? createClient() : (shared ??= createClient())));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/**
 * Returns the `gcTime` of cached data: `ms` in a browser, unlimited on the server, where a timer would keep the whole
 * request in memory until it fires.
 */
export function cacheTimeFor(ms: number): number {
  return typeof window === 'undefined' ? Infinity : ms;
}

function createClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { gcTime: cacheTimeFor(HOUR_MS) } } });
}
