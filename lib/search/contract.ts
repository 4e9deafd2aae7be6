import { endpoint } from '@/lib/http/endpoint';
import type { FoundBeside } from '@/lib/search/found';

/**
 * Searches withdrawal requests, the address book and case notes. Transfers have their own endpoint, so that neither
 * waits.
 */
export const searchEndpoint = endpoint<FoundBeside>({ members: ['requests', 'recipients', 'notes', 'paid'] })(
  (q: string) => `/api/search?${new URLSearchParams({ q }).toString()}`,
);
