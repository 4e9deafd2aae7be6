import type { Denial } from '@/lib/http/denials';

/** Events of a problem that needs attention, as stored. */
export const SETTLEMENT_EVENTS = ['SETTLED', 'REOPENED'] as const;
/** One of SETTLEMENT_EVENTS. */
export type SettlementEvent = (typeof SETTLEMENT_EVENTS)[number];

/** The longest case note, in characters. */
export const MAX_NOTE_LENGTH = 2_000;
/** The longest reason for settling or reopening a problem, in characters. */
export const MAX_SETTLE_REASON_LENGTH = 300;

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
