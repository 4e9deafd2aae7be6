import type { ListOrder } from '@/lib/mirror/list-order';
import type { MirrorWalk } from '@/lib/mirror/sync';

/** The limits of reading the service. */
interface ReadLimits {
  recordsPerPage: number;
  readsPerSecond: number;
}

/**
 * Estimates how long it takes to read a list of so many records to its end (milliseconds), for a walk that may take
 * this share of all reads (0 to 1).
 */
export function estimateWalkMs(records: number, { recordsPerPage, readsPerSecond }: ReadLimits, share: number): number {
  return (Math.ceil(records / recordsPerPage) / (readsPerSecond * share)) * 1000;
}

/**
 * When a walk ends: in about `remainingMs`. Where nothing tells how long the list is, only how long a million records
 * take.
 */
export type WalkEstimate = { remainingMs: number } | { perMillionMs: number };

/** Facts about the list beside the walk. Times are ISO 8601. */
interface WalkSurroundings {
  order: ListOrder | null;
  /** The number of records at the end of an earlier walk. */
  length: number | undefined;
  /** The creation time of the oldest stored transfer. */
  oldestAt: string | null;
  at: string;
}

/**
 * Estimates when a walk ends, from its speed so far; null before it has read anything. The service gives no total
 * (docs/specification/service-interface.md#list-transfers). A first walk from the oldest to the newest ends at the
 * present, so the times of its records tell how far it has come, as if every day had as many transfers.
 */
export function estimateWalkEnd(
  { records, startedAt, lastTime }: Pick<MirrorWalk, 'records' | 'startedAt' | 'lastTime'>,
  { order, length, oldestAt, at }: WalkSurroundings,
): WalkEstimate | null {
  const spentMs = Date.parse(at) - Date.parse(startedAt);
  if (records === 0 || spentMs <= 0) return null;
  if (length !== undefined) return { remainingMs: (spentMs * Math.max(0, length - records)) / records };
  const coveredMs = lastTime === null || oldestAt === null ? 0 : lastTime - Date.parse(oldestAt);
  if (order === 'oldest-first' && lastTime !== null && coveredMs > 0)
    return { remainingMs: (spentMs * Math.max(0, Date.parse(at) - lastTime)) / coveredMs };
  return { perMillionMs: (spentMs * 1e6) / records };
}

/** One or more indexes that are being built at once. */
export interface IndexBuild {
  /** The time since it began (ms), and the share that is done (0 to 1). */
  spentMs: number;
  share: number;
  /** The cost of these indexes, and of all missing indexes with them, in the same unit. */
  cost: number;
  costOfAll: number;
}

const MIN_SHARE = 0.05;

/** Estimates when the last index is built (ms from now), from those in progress; null until its speed shows. */
export function estimateIndexesMs({ spentMs, share, cost, costOfAll }: IndexBuild): number | null {
  return share < MIN_SHARE ? null : (spentMs / (share * cost)) * (costOfAll - share * cost);
}
