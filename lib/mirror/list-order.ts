import { readText, readTimes } from '@/lib/mirror/record-members';

/** The order of the service's list by created_at, as far as its pages show one. */
export type ListOrder = 'newest-first' | 'oldest-first' | 'neither';

/** The evidence of the pages about the order of the list, stored in the sync state. Old evidence weighs less. */
export interface OrderEvidence {
  /** Records that were older than the record before them, weighted. */
  falls: number;
  /** Records that were younger than the record before them, weighted. */
  rises: number;
  /**
   * Walks that must pass before the order counts again, because a page started over: the list then has several parts,
   * each ordered by itself, such as one for each profile.
   */
  broken?: number;
}

/** Tolerance for the clocks of the service's machines: a record that was created first may be listed later. */
export const CLOCK_TOLERANCE_MS = 120_000;

const MIN_EVIDENCE = 5;
const MAX_EVIDENCE = 2_000;
const MAX_EXCEPTIONS_SHARE = 0.1;
const BROKEN_WALKS = 4;

/**
 * Detects the order of the list from the evidence: at most one exception in ten. Undefined while there is too little.
 */
export function detectOrder(evidence: OrderEvidence | undefined): ListOrder | undefined {
  const { falls, rises } = evidence ?? { falls: 0, rises: 0 };
  const all = falls + rises;
  if (all < MIN_EVIDENCE) return undefined;
  if (evidence?.broken) return 'neither';
  if (rises <= all * MAX_EXCEPTIONS_SHARE) return 'newest-first';
  return falls <= all * MAX_EXCEPTIONS_SHARE ? 'oldest-first' : 'neither';
}

/** Adds a page of a walk to the evidence. `lastTime`: when the last record of the page before was created (ms). */
export function updateOrderEvidence(
  evidence: OrderEvidence | undefined,
  items: readonly unknown[],
  lastTime: number | null,
): OrderEvidence {
  let { falls, rises } = evidence ?? { falls: 0, rises: 0 };
  let before = lastTime;
  const times = readTimes(items, 'created_at');
  // A record that the page repeats says nothing about the order.
  const once = new Map(items.map((item, place) => [readText(item, 'id') ?? place, item]));
  for (const time of once.size === items.length ? times : readTimes([...once.values()], 'created_at')) {
    if (before !== null && time < before) falls += 1;
    if (before !== null && time > before) rises += 1;
    before = time;
  }
  const weight = Math.min(1, MAX_EVIDENCE / Math.max(falls + rises, 1));
  const broken = isMostlyBehind(times, lastTime, falls >= rises)
    ? BROKEN_WALKS
    : Math.max((evidence?.broken ?? 0) - (lastTime === null ? 1 : 0), 0);
  return { falls: falls * weight, rises: rises * weight, ...(broken > 0 && { broken }) };
}

/** Tells whether most of a page lies where the list came from: new records then appear in more places than one. */
function isMostlyBehind(times: readonly number[], lastTime: number | null, isFalling: boolean): boolean {
  if (lastTime === null || times.length < MIN_EVIDENCE) return false;
  const isBehind = (time: number) =>
    isFalling ? time > lastTime + CLOCK_TOLERANCE_MS : time < lastTime - CLOCK_TOLERANCE_MS;
  return times.filter(isBehind).length * 2 > times.length;
}
