import type { Denial } from '@/lib/http/denials';
import { endpoint } from '@/lib/http/endpoint';
import type { RequestSummary } from '@/lib/requests/request-summary';
import type { TransferRow } from '@/lib/transfers/transfer';
import type { TypicalDuration } from '@/lib/transfers/figures/typical-duration';

/** Events of a problem that needs attention, as stored. */
export const SETTLEMENT_EVENTS = ['SETTLED', 'REOPENED'] as const;
/** One of SETTLEMENT_EVENTS. */
export type SettlementEvent = (typeof SETTLEMENT_EVENTS)[number];

/** The longest case note, in characters. */
export const MAX_NOTE_LENGTH = 2_000;
/** The longest reason for settling or reopening a problem, in characters. */
export const MAX_SETTLE_REASON_LENGTH = 300;
/** The most watches of one person, those with an outcome included that were not dismissed. */
export const MAX_WATCHES = 200;

/** One entry of a transfer's case: a note, or the settlement of its problem. */
export interface CaseEntry {
  /** Unique in the case. */
  key: string;
  kind: 'note' | SettlementEvent;
  /** Name of the author. */
  by: string;
  /** ISO 8601. */
  at: string;
  /** The note, or the reason. */
  text: string;
}

/** What needs attention in a transfer, as the mirror has the record. */
export interface CaseProblem {
  /** Identifies the problem as it is now; another problem has another fingerprint. */
  fingerprint: string;
  /** `changed`: settled before, and the problem changed afterwards. */
  state: 'unsettled' | 'settled' | 'changed';
}

/** What the desk wrote about one transfer. */
export interface CaseFile {
  /** Oldest first; the latest MAX_CASE_ENTRIES. */
  entries: CaseEntry[];
  /** True if there are earlier entries than listed. */
  hasEarlier: boolean;
  /** Null where nothing in the record needs attention. */
  problem: CaseProblem | null;
  /** Why the reader cannot add a note; null where they can. */
  noteDenialReason: string | null;
  /** Why the reader cannot settle or reopen the problem; null where they can. */
  settleDenialReason: string | null;
}

/** The number of transfers that need attention and are not settled, as far as it was counted. */
export interface UnsettledCount {
  count: number;
  /** True if there are more than counted. */
  hasMore: boolean;
}

/** The most entries of a case that are listed. */
export const MAX_CASE_ENTRIES = 100;

/** Failure of a case note, a settlement or a watch. Nothing was saved. */
export type CaseFailure = Denial | { kind: 'not-found' } | { kind: 'invalid' | 'not-now'; reason: string };

/** A transfer that a person watches until it is final, or a request that has no transfer yet. */
export interface Watch {
  /** Key of the watch, to dismiss it. */
  id: number;
  /** The watched transfer, or that of the watched request; null while the request has none. */
  transferId: string | null;
  /** The watched request; null where a transfer itself is watched. */
  requestId: string | null;
  /** The mirror's record of the transfer; null where the mirror has none. */
  transfer: TransferRow | null;
  /** The request; null where a transfer itself is watched, and where `transfer` says it all. */
  request: RequestSummary | null;
  /** The time since the transfer or the request was created; null where that is not known. */
  ageMs: number | null;
  /** The typical duration of transfers like this one; null where none is known. */
  typical: TypicalDuration | null;
  /** True if the service no longer knows the transfer. */
  isGone: boolean;
  /** The time since the outcome, or since it was first seen here; null while there is no outcome. */
  doneForMs: number | null;
}

/** The watches of the reader: those with an outcome first, then the pending ones; the latest first. */
export const watchesEndpoint = endpoint<Watch[]>({ list: true })(() => '/api/watches');
