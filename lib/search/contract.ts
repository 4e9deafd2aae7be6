import { endpoint } from '@/lib/http/endpoint';
import type { FoundBeside } from '@/lib/search/found';

/**
 * Searches withdrawal requests, batches, the address book and case notes, and what is near an amount. Transfers have
 * their own endpoint, so that neither waits.
 */
export const searchEndpoint = endpoint<FoundBeside>({
  members: ['requests', 'recipients', 'notes', 'paid', 'batches', 'near', 'searched'],
})((q: string) => `/api/search?${new URLSearchParams({ q }).toString()}`);
