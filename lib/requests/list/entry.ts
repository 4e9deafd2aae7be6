import type { AssetTotal } from '@/lib/requests/bundles/batches';
import type { RequestValueFilter } from '@/lib/requests/list/query';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { Hidden, SearchLimit } from '@/lib/mirror/search-answer';
import type { RequestWithOutcome } from '@/lib/requests/describe-outcome';
import type { StageCounts } from '@/lib/requests/stages';
import type { Match } from '@/lib/transfers/transfer';

/** A request as a row of the list of withdrawals. */
export interface ListedRequest extends RequestSummary {
  kind: 'request';
  /** The batch that the request belongs to; null for a single request and for parts of a test payment. */
  batch: { id: string; name: string } | null;
  /** What a search found it by; absent without a search, and where the request does not tell. */
  match?: Match;
}

/** A withdrawal request that a search found, with its outcome and how it matched. */
export interface FoundRequest extends RequestWithOutcome {
  transferId: string | null;
  match: Match;
}

/** A batch as one row of the list: what the reader may see of its requests. Times are ISO 8601. */
export interface ListedBatch {
  kind: 'batch';
  id: string;
  name: string;
  requesterName: string;
  isMine: boolean;
  createdAt: string;
  count: number;
  /** The number of different recipients. */
  recipients: number;
  stages: StageCounts;
  /** The sums of the requested values by asset, the asset with the most requests first. */
  totals: AssetTotal[];
  /** The network and the profile of all its requests; null where there are several. */
  network: string | null;
  profileId: string | null;
}

/** A row of the list of withdrawals. */
export type ListEntry = ListedRequest | ListedBatch;

/** A page of the list. `nextCursor` leads to the next page; null at the end. */
export interface RequestListPage {
  items: ListEntry[];
  nextCursor: string | null;
  /** The cursor of the first row, for counting newer ones; null where they are not counted (`countsNewer`). */
  topCursor: string | null;
  /** The names of the people, address book entries and batch that the query has by their IDs. */
  names: Record<string, string>;
  /** What has the whole text as its reference, ID or address, but does not meet the filters; at most three. */
  hidden?: Hidden<FoundRequest>[];
  /** References that a search without any match may have been meant for, at most three. */
  similar?: string[];
  /** What could not be searched for this text; absent if everything was. */
  limits?: SearchLimit[];
}

/** Gives the key of a row of the list. */
export function keyOfEntry({ kind, id }: ListEntry): string {
  return `${kind}:${id}`;
}

const ENDED_SENDS: readonly string[] = ['COMPLETED', 'FAILED'];
const ENDED_STATES: readonly string[] = ['REJECTED', 'EXPIRED', 'CANCELLED'];

/** Tells whether a row of the list cannot change any more, but for the names in it. */
export function isFinalEntry(entry: ListEntry): boolean {
  if (entry.kind === 'batch') return !entry.stages.awaiting && !entry.stages['in-progress'] && !entry.stages.unknown;
  const { send, state } = entry;
  if (!send) return ENDED_STATES.includes(state);
  return send.state === 'REFUSED' || ENDED_SENDS.includes(send.transferStatus ?? '');
}

/** One option of a filter: the value in the address, its name where that differs, and its number of requests. */
export interface RequestOption {
  value: string;
  label: string;
  requests: number;
}

/** The options of every filter of the list, the most frequent first. */
export type RequestOptions = Record<RequestValueFilter, RequestOption[]>;
