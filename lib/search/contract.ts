import { endpoint } from '@/lib/http/endpoint';
import type { FoundBeside } from '@/lib/search/found';

/** Searches withdrawal requests and the address book. Transfers have their own endpoint, so that neither waits. */
export const searchEndpoint = endpoint<FoundBeside>({ members: ['requests', 'recipients'] })(
  (q: string) => `/api/search?${new URLSearchParams({ q }).toString()}`,
);
