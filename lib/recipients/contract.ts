import { endpoint } from '@/lib/http/endpoint';
import type { EntryCheck, RecipientChoice, SimilarAddress } from '@/lib/recipients/recipients';

const queryOf = (question: Record<string, string>) => new URLSearchParams(question).toString();

/** Entries of the address book that a form can offer. */
export const recipientChoicesEndpoint = endpoint<RecipientChoice[]>({ list: true })(
  (question: { q: string; network?: string }) => `/api/recipients?${queryOf(question)}`,
);

/** Entries that have exactly one of several names; a POST, since an address cannot hold so many. */
export const namedRecipientsEndpoint = endpoint<RecipientChoice[]>({ list: true })(() => '/api/recipients/named');

/** Addresses paid or saved before that resemble an address. */
export const similarAddressesEndpoint = endpoint<SimilarAddress[]>({ list: true })(
  (question: { network: string; address: string }) => `/api/recipients/look-alikes?${queryOf(question)}`,
);

/** Checks of entries that are about to be added, in their order; a POST. */
export const checkEntriesEndpoint = endpoint<EntryCheck[]>({ list: true })(() => '/api/recipients/check');
