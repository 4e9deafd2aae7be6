/** How the service's list is ordered by created_at, as far as its pages show. */
export type ListOrder = 'newest-first' | 'oldest-first' | 'neither';

/** How often a record was older, and how often younger, than the one before it. Old evidence weighs less. */
export interface OrderEvidence {
  falls: number;
  rises: number;
  /** Walks to come without a page that begins anew, such as where each profile has its own part of the list, until order counts again. */
  broken?: number;
}

/** A way through the list from its first page to its end, saved with each page. Times are ISO 8601. */
export interface MirrorWalk {
  startedAt: string;
  /** What the next page is asked with; null for the first one. */
  cursor: string | null;
  pages: number;
  records: number;
  /** How many transfers were known when it began. */
  known: number;
  /** When the last record was created (ms): order goes on across pages. */
  lastTime: number | null;
  /** What the last page with records was asked with; undefined before there was one. */
  tail?: string | null;
  /** Whether a page had a cursor: only then does a page without one say that it is the last. */
  hasCursorName: boolean;
  /** A cursor of some time ago. Met again, it shows a circle even to a process that did not walk all of it (R. P. Brent, 1980). */
  landmark?: string;
  /** How often in a row it could not go on, and why the last time. */
  failures: number;
  fault: string | null;
}

/** How far reading the service has come: the one row of mirror_sync. Each member is written by one of its parts. */
export interface SyncState {
  order?: OrderEvidence;
  /** The walk under way. */
  walk?: MirrorWalk | null;
  /** The last walk that came to the end. */
  lastWalk?: { startedAt: string; endedAt: string; records: number; pages: number };
  /** When the last walk ended, however it did. */
  walkEndedAt?: string;
  /** Why the mirror may lack something although a walk came to the end. */
  incomplete?: string | null;
  /** Why a walk had to begin anew, the last time. */
  restart?: { at: string; reason: string };
  /** What the last page with records is asked with (a cursor of null: it is the first). Where the oldest come first, new ones come there. Null where the service refused it. */
  tail?: { cursor: string | null } | null;
  newest?: NewestState;
  /** Since when new transfers cannot be asked for. */
  failingSince?: string | null;
  /** Filters of which the service takes no notice although the configuration says so, and since when. */
  ignoredFilters?: Record<string, string>;
  /** How many reads there had been, now and then, for a rate. */
  samples?: { at: string; reads: number }[];
}

/** How far new transfers were read. */
export interface NewestState {
  /** Everything that was created before is there, as far as the list is ordered; null where nothing is known. */
  mark: string | null;
  /** When the last reading began that came down to the mark, or to the end. */
  asOf: string | null;
  /** Whether it read the whole list. */
  isWhole: boolean;
  /** The same as `mark` of updated_at, where the service filters by it. */
  changedMark?: string | null;
}

/** A page as far as the way through the list depends on it. */
export interface PageSeen {
  items: readonly unknown[];
  nextCursor: string | null;
  isEndStated: boolean;
  hasStrangeCursor: boolean;
}

/** What follows from a page: on to the next, the end, the same page once more, or the first page again. */
export type WalkStep =
  | { kind: 'on'; walk: MirrorWalk }
  | { kind: 'end'; walk: MirrorWalk }
  | { kind: 'again'; walk: MirrorWalk }
  | { kind: 'anew'; reason: string };

const MAX_PAGES = 1_000_000;
const LOOP_TRIES = 10;
const REFUSALS = 7;
const REFUSED = 'The service refused the cursor that it gave.';
const LOOP = 'The service gave a cursor that it gave before.';

/** A walk that has read nothing yet. */
export function beginWalk(startedAt: string, known: number): MirrorWalk {
  return {
    startedAt,
    cursor: null,
    pages: 0,
    records: 0,
    known,
    lastTime: null,
    hasCursorName: false,
    failures: 0,
    fault: null,
  };
}

/**
 * What follows from a page that was asked for with the walk's cursor. `seen`: the cursors of this walk, as far as this
 * process knows them.
 */
export function stepWalk(walk: MirrorWalk, page: PageSeen, seen: ReadonlySet<string>): WalkStep {
  const { items, nextCursor } = page;
  const isLast = isEnd(page, walk.hasCursorName);
  if (!isLast && nextCursor === null) return again(walk, 'A page did not say whether another follows.');
  if (!isLast && (nextCursor === walk.cursor || seen.has(nextCursor ?? '')))
    return walk.failures < LOOP_TRIES ? again(walk, LOOP) : { kind: 'anew', reason: LOOP };
  if (!isLast && nextCursor === walk.landmark) return { kind: 'anew', reason: LOOP };
  const pages = walk.pages + 1;
  if (!isLast && pages >= MAX_PAGES) return { kind: 'anew', reason: `There were more than ${MAX_PAGES} pages.` };
  const next: MirrorWalk = {
    ...walk,
    pages,
    records: walk.records + countRecords(items),
    lastTime: createdTimes(items).at(-1) ?? walk.lastTime,
    ...(items.length > 0 && { tail: walk.cursor }),
    hasCursorName: walk.hasCursorName || nextCursor !== null,
    failures: 0,
    fault: null,
  };
  if (isLast) return { kind: 'end', walk: next };
  // At pages 1, 2, 4, 8 and so on, so that a circle of any length is met in the end.
  const isLandmark = (pages & (pages - 1)) === 0;
  return {
    kind: 'on',
    walk: { ...next, cursor: nextCursor, ...(isLandmark && nextCursor !== null && { landmark: nextCursor }) },
  };
}

/**
 * Whether the list ends with this page: it says so, or has no records (service-facts, "Reads"). Left out altogether, a
 * cursor is the end only where an earlier page showed that this is its name.
 */
export function isEnd({ items, nextCursor, isEndStated, hasStrangeCursor }: PageSeen, hasCursorName: boolean): boolean {
  if (hasStrangeCursor) return false;
  return items.length === 0 || (nextCursor === null && (isEndStated || hasCursorName));
}

/** What follows from a page that could not be read. `isRefusal`: the service said that there is no such page. */
export function failWalk(walk: MirrorWalk, { fault, isRefusal }: { fault: string; isRefusal: boolean }): WalkStep {
  if (!isRefusal || walk.cursor === null) return again(walk, fault);
  // Half a minute of them in a row, since a gateway may answer so while the service restarts, and going back to the start is dear.
  return walk.fault === REFUSED && walk.failures >= REFUSALS ? { kind: 'anew', reason: REFUSED } : again(walk, REFUSED);
}

function again(walk: MirrorWalk, fault: string): WalkStep {
  return { kind: 'again', walk: { ...walk, failures: walk.failures + 1, fault } };
}

/** The state after a walk came to the end. One that saw fewer records than were known has not seen all of the list. */
export function endWalk(walk: MirrorWalk, endedAt: string): Partial<SyncState> {
  const { startedAt, records, pages, known, tail } = walk;
  const ended = { walk: null, walkEndedAt: endedAt };
  if (records < known) {
    return {
      ...ended,
      incomplete: `the service’s list ended after ${records} records although ${known} transfers were known, and is read again`,
    };
  }
  return {
    ...ended,
    incomplete: null,
    lastWalk: { startedAt, endedAt, records, pages },
    ...(tail !== undefined && { tail: { cursor: tail } }),
  };
}

const REST_MS = 60_000;

/** When the next walk may begin: a rest after the last one, which is short where nothing else finds what is new. */
export function nextWalkAt(state: SyncState, intervalMs: number): number {
  if (state.walk || state.walkEndedAt === undefined) return 0;
  const isNeeded = !isOrdered(state) || state.incomplete;
  return Date.parse(state.walkEndedAt) + (isNeeded ? intervalMs : Math.max(REST_MS, intervalMs));
}

/** Which share of all reads a walk takes: what it can for the first, little where it only catches what nothing else did. */
export function walkShare(state: SyncState): number {
  if (!state.lastWalk) return 1;
  const isReached = orderOf(state.order) !== 'oldest-first' || state.tail;
  return isOrdered(state) && isReached && !state.incomplete ? 1 / 5 : 3 / 5;
}

function isOrdered({ order }: SyncState): boolean {
  const known = orderOf(order);
  return known === 'newest-first' || known === 'oldest-first';
}

/** Up to when the mirror is known to hold all that the service has (ISO 8601); null where nobody can say so. */
export function coveredAt(state: SyncState): string | null {
  const { lastWalk, newest, incomplete } = state;
  if (!lastWalk || incomplete) return null;
  const asOf = newest && (newest.isWhole || isOrdered(state)) ? newest.asOf : null;
  return asOf !== null && asOf > lastWalk.startedAt ? asOf : lastWalk.startedAt;
}

const ENOUGH = 5;
const WINDOW = 2_000;
const MOST_EXCEPTIONS = 0.1;

/** The order that the evidence speaks for; undefined while there is too little. */
export function orderOf(evidence: OrderEvidence | undefined): ListOrder | undefined {
  const { falls, rises } = evidence ?? { falls: 0, rises: 0 };
  const all = falls + rises;
  if (all < ENOUGH) return undefined;
  if (evidence?.broken) return 'neither';
  if (rises <= all * MOST_EXCEPTIONS) return 'newest-first';
  return falls <= all * MOST_EXCEPTIONS ? 'oldest-first' : 'neither';
}

/** The evidence with that of a page that a walk came to. */
export function weighOrder(
  evidence: OrderEvidence | undefined,
  items: readonly unknown[],
  lastTime: number | null,
): OrderEvidence {
  let { falls, rises } = evidence ?? { falls: 0, rises: 0 };
  let before = lastTime;
  // Each record once: one that comes again says nothing of the order.
  const once = new Map(items.map((item, place) => [textOf(item, 'id') ?? place, item])).values();
  for (const time of createdTimes([...once])) {
    if (before !== null && time < before) falls += 1;
    if (before !== null && time > before) rises += 1;
    before = time;
  }
  const weight = Math.min(1, WINDOW / Math.max(falls + rises, 1));
  const broken = goesBack(createdTimes(items), lastTime, falls >= rises)
    ? BROKEN_WALKS
    : Math.max((evidence?.broken ?? 0) - (lastTime === null ? 1 : 0), 0);
  return { falls: falls * weight, rises: rises * weight, ...(broken > 0 && { broken }) };
}

const BROKEN_WALKS = 4;

/** Whether most of a page lies on the side of the page before where the list came from: new ones then appear in more places than one. */
function goesBack(times: readonly number[], lastTime: number | null, isFalling: boolean): boolean {
  if (lastTime === null || times.length < ENOUGH) return false;
  return (
    times.filter((time) => (isFalling ? time > lastTime + OVERLAP_MS : time < lastTime - OVERLAP_MS)).length * 2 >
    times.length
  );
}

// Clocks of a service's machines differ, and what was created first may be listed later.
const OVERLAP_MS = 120_000;

/** Whether a reading from the first page has come down past the mark: most of this page is older. */
export function isPastMark(items: readonly unknown[], mark: string | null): boolean {
  if (mark === null) return false;
  const times = createdTimes(items);
  return times.filter((time) => time < Date.parse(mark) - OVERLAP_MS).length * 2 > times.length;
}

/** The mark after a reading that came down to it: the youngest record, and never beyond when the reading began. */
export function raiseMark(mark: string | null, times: readonly number[], readAt: Date): string | null {
  const newest = Math.max(
    ...times.filter((time) => time <= readAt.getTime()),
    mark === null ? -Infinity : Date.parse(mark),
  );
  return Number.isFinite(newest) ? new Date(newest).toISOString() : null;
}

/** From when on changed records are asked for. */
export function changedSince(mark: string): string {
  return new Date(Date.parse(mark) - OVERLAP_MS).toISOString();
}

/** When the records were created (ms), as far as they say so. */
export function createdTimes(items: readonly unknown[]): number[] {
  return timesOf(items, 'created_at');
}

export function timesOf(items: readonly unknown[], member: 'created_at' | 'updated_at'): number[] {
  return items.map((item) => Date.parse(textOf(item, member) ?? '')).filter((time) => !Number.isNaN(time));
}

/** A member of a record that is a text; undefined where there is none. */
export function textOf(item: unknown, member: string): string | undefined {
  const value =
    typeof item === 'object' && item !== null && Object.hasOwn(item, member)
      ? (item as Record<string, unknown>)[member]
      : undefined;
  return typeof value === 'string' ? value : undefined;
}

function countRecords(items: readonly unknown[]): number {
  return new Set(items.map((item) => textOf(item, 'id')).filter((id) => id !== undefined)).size;
}
