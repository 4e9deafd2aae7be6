import type { RecipientChoice, RecipientState } from '@/lib/recipients/recipients';
import type { FoundRequest } from '@/lib/requests/list/entry';
import type { SearchedBeside } from '@/lib/search/describe-searched';
import { formatCount } from '@/lib/text/locale';
import type { Match, TransferRow } from '@/lib/transfers/transfer';

/** An entry of the address book that a search found. */
export interface FoundRecipient extends Pick<RecipientChoice, 'id' | 'name' | 'network' | 'address' | 'memo'> {
  state: RecipientState;
  /** `similar`: only the spelling of the name is close. */
  how: Match['how'] | 'similar';
  /** The outgoing transfers to the recipient in the mirror, at most MAX_COUNTED. */
  transfers: number;
}

/** The most transfers that are counted for a recipient; as many mean "this many or more". */
export const MAX_COUNTED = 1000;

/** Describes the number of transfers to a recipient, counted up to a limit: "1,000 or more transfers". */
export function describeTransferCount(transfers: number): string {
  const count = formatCount(transfers);
  if (transfers >= MAX_COUNTED) return `${count} or more transfers`;
  return transfers === 1 ? '1 transfer' : `${count} transfers`;
}

/**
 * A case note that a search found. Internal: it is shown on the desk's pages and leaves them by no export or summary.
 */
export interface FoundNote {
  id: number;
  transferId: string;
  /** The reference of the transfer; null where it has none, or the console has no copy of it. */
  refId: string | null;
  /** Name of the author. */
  by: string;
  /** ISO 8601. */
  at: string;
  /** The part of the note around the first word that was searched for. */
  excerpt: string;
}

/** Transfers of one kind, and their amounts without fees by asset. Unreadable amounts are in no sum. */
export interface PaidSum {
  transfers: number;
  amounts: { asset: string; amount: string }[];
}

/** What was paid to an address in all, as far as the console has copies. */
export interface PaidToAddress {
  address: string;
  /** True where there are more transfers than were added up. */
  isPartial: boolean;
  completed: PaidSum;
  pending: PaidSum;
  failed: number;
  /** The number of transfers with any other status. */
  other: number;
}

/** A batch whose name a search found. */
export interface FoundBatch {
  id: string;
  name: string;
  requesterName: string;
  /** ISO 8601. */
  createdAt: string;
  /** The number of its requests that the reader may see. */
  count: number;
  /** True where the whole name matches. */
  isExact: boolean;
}

/** What is near an amount of a search text, but does not equal it. */
export interface NearAmounts {
  /** The amount as it was read, and how far others may be from it. */
  amount: string;
  within: string;
  /** The nearest first, at most MAX_NEAR together. */
  transfers: TransferRow[];
  requests: FoundRequest[];
  /** True where there are more than are shown. */
  hasMore: boolean;
}

/** The most transfers and requests that are shown near an amount. */
export const MAX_NEAR = 3;

/** How an amount in a search text was read. */
export interface ReadAmount {
  /** Several where the separators are ambiguous. */
  amounts: readonly string[];
  asset: string | null;
}

/** What a search finds beside transfers: the best matches of each kind, at most as many as a list of results shows. */
export interface FoundBeside {
  requests: FoundRequest[];
  recipients: FoundRecipient[];
  /** Case notes with every word of the term, the latest first. */
  notes: FoundNote[];
  /** Null where the term is no address to which a transfer was sent. */
  paid: PaidToAddress | null;
  /** Batches by their name. */
  batches: FoundBatch[];
  /** Null where the text is no amount. */
  read: ReadAmount | null;
  /** What is near each amount of the text; without amounts that nothing is near. */
  near: NearAmounts[];
  /** What was looked through for this reader. */
  searched: readonly SearchedBeside[];
}

/** Finds nothing, such as for an empty text. */
export const NOTHING_FOUND: FoundBeside = {
  requests: [],
  recipients: [],
  notes: [],
  paid: null,
  batches: [],
  read: null,
  near: [],
  searched: [],
};

/** Tells whether a request, a recipient or a batch matches exactly. */
export function isExactlyBeside({ requests, recipients, batches }: FoundBeside): boolean {
  return (
    requests.some(({ match }) => match.how === 'exact') ||
    recipients.some(({ how }) => how === 'exact') ||
    batches.some(({ isExact }) => isExact)
  );
}

/**
 * Splits requests into those of transfers that are shown, by the ID of the transfer, and the others: a payment that was
 * requested here is one match, not two.
 */
export function foldRequests<Request extends { transferId: string | null }>(
  requests: readonly Request[],
  shown: readonly { id: string | null }[],
): { ofTransfer: ReadonlyMap<string, Request>; others: Request[] } {
  const ids = new Set(shown.map(({ id }) => id));
  const isShown = ({ transferId }: Request) => transferId !== null && ids.has(transferId);
  return {
    ofTransfer: new Map(requests.filter(isShown).map((request) => [request.transferId ?? '', request])),
    others: requests.filter((request) => !isShown(request)),
  };
}

/** Leaves out of what is near an amount the transfers that are shown already. */
export function withoutShown(near: readonly NearAmounts[], shown: readonly { id: string | null }[]): NearAmounts[] {
  const ids = new Set(shown.map(({ id }) => id));
  return near
    .map((one) => ({ ...one, transfers: one.transfers.filter(({ id }) => !ids.has(id)) }))
    .filter(({ transfers, requests }) => transfers.length + requests.length > 0);
}
