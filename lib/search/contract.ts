import { endpoint } from '@/lib/http/endpoint';
import type { FoundBeside } from '@/lib/search/found';
import type { LookupAnswer } from '@/lib/search/lookup/bulk-lookup';

/**
 * Searches withdrawal requests, batches, the address book and case notes, and what is near an amount. Transfers have
 * their own endpoint, so that neither waits.
 */
export const searchEndpoint = endpoint<FoundBeside>({
  members: ['requests', 'recipients', 'notes', 'paid', 'batches', 'near', 'searched'],
})((q: string) => `/api/search?${new URLSearchParams({ q }).toString()}`);

/** Bulk lookup of pasted references, ids, hashes and addresses; a POST, since an address cannot hold so many. */
export const bulkLookupEndpoint = endpoint<LookupAnswer>({ members: ['rows', 'coverage'] })(
  () => '/api/transfers/lookup',
);
