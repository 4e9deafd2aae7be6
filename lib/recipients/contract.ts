import { endpoint } from '@/lib/http/endpoint';
import type { Denial } from '@/lib/http/denials';
import type { FoundProviders } from '@/lib/recipients/providers';
import type { PaidRecipient } from '@/lib/recipients/paid';
import type { FailedSave } from '@/lib/recipients/save-failure';
import type { AddressFinding } from '@/lib/recipients/service-address';
import type { EntryCheck, RecipientChoice, RecipientOffer, SimilarAddress } from '@/lib/recipients/recipients';

/** Identity for which the travel-rule data of an entry can be saved at the service, and their last save. */
export interface AddressSaveView {
  /** Empty for withdrawals without an identity. */
  identity: string;
  /** SHA-256 of the data that a save would send now. */
  dataSha256: string;
  /** The last save of this address for the identity; null before the first. */
  last: SavedAddress | null;
}

/** Save of an address at the service. */
export interface SavedAddress {
  /** ISO 8601. */
  at: string;
  /** Null where the data of another entry with this address were saved. */
  by: string | null;
  /** State that the service gave; null for none. */
  state: string | null;
  /** Whether the same data would be sent now. */
  isSame: boolean;
}

/** Reasons why travel-rule data were not saved at the service, or may not have been. */
export type SaveFailure =
  | Denial
  | FailedSave
  | { kind: 'not-found' }
  | { kind: 'invalid' | 'not-now' | 'not-possible' | 'changed'; reason: string };

const queryOf = (question: Record<string, string>) => new URLSearchParams(question).toString();

/** Entries of the address book that a form can offer. */
export const recipientChoicesEndpoint = endpoint<RecipientOffer[]>({ list: true })(
  (question: { q: string; network?: string }) => `/api/recipients?${queryOf(question)}`,
);

/** Recipients that were paid: at an address; without one, those that are not in the address book. */
export const paidRecipientsEndpoint = endpoint<PaidRecipient[]>({ list: true })(
  (question: { address?: string }) => `/api/recipients/paid?${queryOf(question)}`,
);

/** Entries that have exactly one of several names; a POST, since an address cannot hold so many. */
export const namedRecipientsEndpoint = endpoint<RecipientChoice[]>({ list: true })(() => '/api/recipients/named');

/** Addresses paid or saved before that resemble an address. */
export const similarAddressesEndpoint = endpoint<SimilarAddress[]>({ list: true })(
  (question: { network: string; address: string }) => `/api/recipients/look-alikes?${queryOf(question)}`,
);

/** Checks of entries that are about to be added, in their order; a POST. */
export const checkEntriesEndpoint = endpoint<EntryCheck[]>({ list: true })(() => '/api/recipients/check');

/** Providers in the directory of the service that match a search. */
export const providersEndpoint = endpoint<FoundProviders>({ members: ['items', 'rest'] })(
  (search: string) => `/api/recipients/providers?${queryOf({ q: search })}`,
);

/** What the service says against the address of a recipient; null where nothing is, or nothing was asked. */
export const addressFindingEndpoint = endpoint<AddressFinding | null>({
  members: ['look', 'title', 'next'],
  orNull: true,
})(
  (question: { network: string; address: string; memo: string; profile: string; identity: string }) =>
    `/api/recipients/address-state?${queryOf(question)}`,
);
