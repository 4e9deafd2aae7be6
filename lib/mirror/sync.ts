/*
 * The state machine of the walk: how the console reads the service's list of transfers from its first page to its end.
 *
 * The list can only be read page by page with a cursor; it promises no order and gives no total
 * (docs/specification/service-interface.md#list-transfers). A walk goes through all of it, saves its place with every
 * page, and never trusts a page that does not fit. Pure: lib/server/mirror/sync/walk.ts reads the pages and stores the
 * results.
 *
 *   the page                                         step      what follows
 *   -----------------------------------------------  --------  ----------------------------------------------------
 *   leads to a next page (lib/mirror/list-end.ts)    continue  the next page, with its cursor
 *   is the end                                       end       `endWalk`: complete, or not if records are missing
 *   is neither                                       retry     the same page again, after a pause that grows
 *   could not be read                                retry     the same
 *   still repeats a cursor, is still the 101st
 *   without records, or is still rejected            restart   the first page, as a new walk
 *   names the landmark, or is page 1,000,000         restart   the same
 *
 * Invariants:
 * - A walk ends only where the list says so: at an empty cursor. A page without records, an unreadable page and a
 *   repeated cursor are not the end (docs/specification/service-facts.md#reads). TRANSFER_SERVICE_EMPTY_PAGE_ENDS lets
 *   a page without records end it; then the walk is complete only if it listed every transfer of the mirror that the
 *   service still knows by its ID (lib/server/mirror/sync/listed.ts).
 * - No list can keep a walk in a loop for ever, even if the process restarts and forgets the cursors that it saw. One
 *   earlier cursor, the landmark, is saved with the walk: meeting it again proves a loop (R. P. Brent, 1980). A walk
 *   also has at most a million pages.
 * - A walk that saw fewer records than were known at its start proves nothing: the mirror is incomplete until a later
 *   walk sees them all, and no record is removed meanwhile.
 * - `completeAsOf` is a claim that support repeats to customers. It is null until a walk has reached the end, and while
 *   records are missing; else it is the start time of the last reading that left nothing older unread.
 *
 * Besides the walk, new transfers are polled every few seconds (lib/server/mirror/sync/poll-newest.ts). The list order
 * tells where they appear (lib/mirror/list-order.ts). Where the newest come first, polling stops at the mark:
 * everything created before it is stored, or left to the walk.
 */

import { CLOCK_TOLERANCE_MS, detectOrder, type OrderEvidence } from '@/lib/mirror/list-order';
import { type EndRule, type ListPage, stepAfterList } from '@/lib/mirror/list-end';
import { countRecords, readLastCreated, readTimes } from '@/lib/mirror/record-members';
import { formatCount } from '@/lib/text/locale';
import { TheService, theService } from '@/lib/text/service-name';

/** A walk through the list, saved with each page. Times are ISO 8601. */
export interface MirrorWalk {
  startedAt: string;
  /** The cursor of the next page; null for the first page. */
  cursor: string | null;
  /** The number of pages that were read. */
  pages: number;
  /** The number of records on them. */
  records: number;
  /** The number of transfers that were known when the walk began. */
  known: number;
  /** The creation time of the previous page's last record (ms), to compare with the next page's first. */
  lastTime: number | null;
  /** The cursor that requested the last page with records (null: the first page); undefined before there was one. */
  tail?: string | null;
  /** True if a page had a cursor. Once true, a page without a cursor member is the last. */
  hasCursorName: boolean;
  /** The number of pages without records in a row, up to the last page. */
  emptyPages: number;
  /** A saved earlier cursor of this walk: meeting it again proves a loop, even after a restart. */
  landmark?: string;
  /** The number of failures in a row. */
  failures: number;
  /** The last failure as a sentence; null after a page that could be read. */
  fault: string | null;
}

/** The progress of the sync, stored in the one row of mirror_sync. Each member is written by one part of the sync. */
export interface SyncState {
  order?: OrderEvidence;
  /** The walk in progress. */
  walk?: MirrorWalk | null;
  /** The last walk that came to the end of the list and saw every known transfer. */
  lastWalk?: { startedAt: string; endedAt: string; records: number; pages: number };
  /** The time when the last walk ended, complete or not. */
  walkEndedAt?: string;
  /** The reason why the mirror may lack transfers although a walk came to the end, as a clause. */
  incomplete?: string | null;
  /** The reason why a walk last had to start over. */
  restart?: { at: string; reason: string };
  /**
   * The cursor that requested the last page with records (null: the first page). Where the oldest come first, new
   * transfers appear there. `tail` itself is null after the service rejected the cursor.
   */
  tail?: { cursor: string | null } | null;
  newest?: NewestState;
  /** Since when new transfers cannot be read. */
  failingSince?: string | null;
  /** The reason, as a sentence, if the service answers but its list has no end. */
  newestFault?: string | null;
  /** Filters that the service ignores although the configuration names them, and since when. */
  ignoredFilters?: Record<string, string>;
  /** The total of reads at several moments, from which the status page shows a rate. */
  samples?: { at: string; reads: number }[];
}

/** The progress of reading new transfers. */
export interface NewestState {
  /**
   * Every transfer created before this time is stored, or left to the walk in progress, provided that the list is
   * ordered; null if unknown.
   */
  mark: string | null;
  /** The start of the last reading that reached the mark or the end of the list. */
  asOf: string | null;
  /** True if that reading covered the whole list. */
  isWhole: boolean;
  /** The same mark for updated_at, if the service filters by it. */
  changedMark?: string | null;
}

/** The step that follows from a page: the next page, the end of the walk, the same page again, or a new walk. */
export type WalkStep =
  | { kind: 'continue'; walk: MirrorWalk }
  /** `isStated` false: a page without records ended the walk, which must still be proven complete. */
  | { kind: 'end'; walk: MirrorWalk; isStated: boolean }
  | { kind: 'retry'; walk: MirrorWalk }
  | { kind: 'restart'; reason: string };

const MAX_PAGES = 1_000_000;
const MAX_END_RETRIES = 10;
const MAX_REJECTIONS = 7;
const explainRejection = () => `${TheService()} rejected a page cursor that it had given out.`;

/** Tells whether the first walk has not come to an end yet, nor had to start over. */
export function isFirstWalk({ walkEndedAt, lastWalk, restart }: SyncState): boolean {
  return walkEndedAt === undefined && lastWalk === undefined && restart === undefined;
}

/** Creates a walk that has read nothing yet. `known`: the number of transfers that the list should hold. */
export function beginWalk(startedAt: string, known: number): MirrorWalk {
  return {
    startedAt,
    cursor: null,
    pages: 0,
    records: 0,
    known,
    lastTime: null,
    hasCursorName: false,
    emptyPages: 0,
    failures: 0,
    fault: null,
  };
}

/**
 * Decides what follows from the page at the walk's cursor. `seen`: the cursors of this walk, as far as this process
 * knows them.
 */
export function stepAfterPage(
  walk: MirrorWalk,
  page: ListPage,
  seen: ReadonlySet<string>,
  rule: EndRule = { endsAtEmptyPage: false },
): WalkStep {
  const { items } = page;
  const after = stepAfterList(page, walk, seen, rule);
  if (after.kind === 'no-end')
    return after.cause === 'no-cursor' || walk.failures < MAX_END_RETRIES
      ? retryPage(walk, after.reason)
      : { kind: 'restart', reason: after.reason };
  const pages = walk.pages + 1;
  if (after.kind === 'next' && after.cursor === walk.landmark)
    return { kind: 'restart', reason: `${TheService()} returned a page cursor that it had already returned.` };
  if (after.kind === 'next' && pages >= MAX_PAGES)
    return { kind: 'restart', reason: `The list has more than ${formatCount(MAX_PAGES)} pages.` };
  const next: MirrorWalk = {
    ...walk,
    pages,
    records: walk.records + countRecords(items),
    lastTime: readLastCreated(items) ?? walk.lastTime,
    ...(items.length > 0 && { tail: walk.cursor }),
    hasCursorName: walk.hasCursorName || page.nextCursor !== null,
    failures: 0,
    fault: null,
  };
  if (after.kind === 'end') return { kind: 'end', walk: next, isStated: after.isStated };
  // At pages 1, 2, 4, 8 and so on, so that a loop of any length is met in the end.
  const isLandmark = (pages & (pages - 1)) === 0;
  const { cursor, emptyPages } = after;
  return { kind: 'continue', walk: { ...next, cursor, emptyPages, ...(isLandmark && { landmark: cursor }) } };
}

/**
 * Decides what follows from a page that could not be read. `isRefusal`: the service says that there is no such page.
 */
export function stepAfterFailure(
  walk: MirrorWalk,
  { fault, isRefusal }: { fault: string; isRefusal: boolean },
): WalkStep {
  if (!isRefusal || walk.cursor === null) return retryPage(walk, fault);
  const rejection = explainRejection();
  // Only after many rejections: a restarting service may reject briefly, and a new walk costs many reads.
  return walk.fault === rejection && walk.failures >= MAX_REJECTIONS
    ? { kind: 'restart', reason: rejection }
    : retryPage(walk, rejection);
}

function retryPage(walk: MirrorWalk, fault: string): WalkStep {
  return { kind: 'retry', walk: { ...walk, failures: walk.failures + 1, fault } };
}

/**
 * Gives the state after a walk reached the end. It is incomplete if it saw fewer records than were known when it began;
 * after an unstated end, if the transfers that it listed do not prove it. `proof`: what they show, a clause that says
 * why they do not, or null; undefined after an end that the service stated.
 */
export function endWalk(walk: MirrorWalk, endedAt: string, proof?: string | null): Partial<SyncState> {
  const { startedAt, records, pages, known, tail } = walk;
  const ended = { walk: null, walkEndedAt: endedAt };
  const isShort = proof === undefined && records < known;
  const incomplete = isShort ? `${theService()} listed ${records} of ${known} known transfers` : proof;
  if (incomplete) return { ...ended, incomplete: `${incomplete}, and the list is being read again` };
  return {
    ...ended,
    incomplete: null,
    lastWalk: { startedAt, endedAt, records, pages },
    ...(tail !== undefined && { tail: { cursor: tail } }),
  };
}

const PAUSE_MS = 60_000;

/**
 * Returns the time when the next walk may begin (ms since 1970): one sync interval after the last walk, at least a
 * minute if the list is ordered and complete; 0 if a walk is in progress or none has ended.
 */
export function nextWalkAt(state: SyncState, intervalMs: number): number {
  if (state.walk || state.walkEndedAt === undefined) return 0;
  const isNeeded = !isOrdered(state) || state.incomplete;
  return Date.parse(state.walkEndedAt) + (isNeeded ? intervalMs : Math.max(PAUSE_MS, intervalMs));
}

/**
 * Gives the share of all reads that a walk may take (0 to 1): everything for the first walk, little where polling finds
 * new transfers.
 */
export function walkReadShare(state: SyncState): number {
  if (!state.lastWalk) return 1;
  const isReached = detectOrder(state.order) !== 'oldest-first' || state.tail;
  return isOrdered(state) && isReached && !state.incomplete ? 1 / 5 : 3 / 5;
}

function isOrdered({ order }: SyncState): boolean {
  const known = detectOrder(order);
  return known === 'newest-first' || known === 'oldest-first';
}

/** Returns the time up to which the mirror is known to be complete (ISO 8601); null if unknown. */
export function completeAsOf(state: SyncState): string | null {
  const { lastWalk, newest, incomplete } = state;
  if (!lastWalk || incomplete) return null;
  const asOf = newest && (newest.isWhole || isOrdered(state)) ? newest.asOf : null;
  return asOf !== null && asOf > lastWalk.startedAt ? asOf : lastWalk.startedAt;
}

/** Tells whether a reading from the first page has come down past the mark: most of this page is older. */
export function isPastMark(items: readonly unknown[], mark: string | null): boolean {
  if (mark === null) return false;
  const times = readTimes(items, 'created_at');
  return times.filter((time) => time < Date.parse(mark) - CLOCK_TOLERANCE_MS).length * 2 > times.length;
}

/** Gives the mark after a reading that came down to it: the youngest record, but never later than `readAt`. */
export function advanceMark(mark: string | null, times: readonly number[], readAt: Date): string | null {
  const newest = Math.max(
    ...times.filter((time) => time <= readAt.getTime()),
    mark === null ? -Infinity : Date.parse(mark),
  );
  return Number.isFinite(newest) ? new Date(newest).toISOString() : null;
}

/** Gives the lower bound of updated_at for reading what changed since a mark, with tolerance for clocks. */
export function changedSince(mark: string): string {
  return new Date(Date.parse(mark) - CLOCK_TOLERANCE_MS).toISOString();
}
