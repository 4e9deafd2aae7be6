import 'server-only';
import { count, desc } from 'drizzle-orm';
import { type Coverage, listWaitingForCheck } from '@/lib/mirror/coverage';
import { detectOrder, type ListOrder } from '@/lib/mirror/list-order';
import { estimateIndexesMs, estimateWalkEnd, estimateWalkMs, type WalkEstimate } from '@/lib/mirror/estimates';
import { type SyncState, walkReadShare } from '@/lib/mirror/sync';
import { ok, type Result } from '@/lib/result';
import { now } from '@/lib/server/runtime/clock';
import { database } from '@/lib/server/database/client';
import { mirrorQuarantine, readBudget } from '@/lib/server/database/schema/mirror';
import { listReplicas, type ReplicaStatus } from '@/lib/server/database/replicas/replicas';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readIndexBuild } from '@/lib/server/mirror/sync/indexes';
import { readRestoreCheck } from '@/lib/server/mirror/sync/restore-check';
import { watchState } from '@/lib/server/database/schema/transfer-watch';
import { readSyncState } from '@/lib/server/mirror/sync/sync-state';
import type { Denial } from '@/lib/http/denials';
import type { Person } from '@/lib/server/auth/sessions';
import { authorize } from '@/lib/server/auth/authorize';
import { settings } from '@/lib/server/config/settings';

/** The state of the transfer sync for the status page. Times are ISO 8601. */
export interface SyncOverview {
  coverage: Coverage;
  /** What waits for a full check, as sentences. */
  waiting: string[];
  /** The order of the service's list; null while too few pages were read to tell. */
  order: ListOrder | null;
  /** The walk in progress, and when it ends. */
  walk: NonNullable<SyncState['walk']> | null;
  walkEnd: WalkEstimate | null;
  /** When the last missing index is built (milliseconds from now); null if unknown. */
  indexesMs: number | null;
  lastWalk: NonNullable<SyncState['lastWalk']> | null;
  restart: NonNullable<SyncState['restart']> | null;
  /** Why new transfers are not read although the service answers, as a sentence. */
  newestFault: string | null;
  /**
   * How long a full check takes within the read limit, and a search of the whole list for a withdrawal (milliseconds);
   * null where the service finds references. Null before the first full check.
   */
  fullCheck: { checkMs: number; searchMs: number | null; recordsPerPage: number } | null;
  reads: ReadRate;
  /** The replicas of DATABASE_READ_URL, as this process sees them. */
  replicas: ReplicaStatus[];
  /** The filters of TRANSFER_SERVICE_FILTERS, and since when one is unused because the service ignores it. */
  filters: { name: string; ignoredSince: string | null }[];
  /** Items are null for a reader who does not see all profiles, since nobody knows whose they are. */
  quarantine: { items: QuarantinedItem[] | null; total: number };
}

interface ReadRate {
  /** Reads per second over the last minute; null without samples. */
  perSecond: number | null;
  maxPerSecond: number;
  total: number;
  /** The number of times that the service asked to slow down, the last such time, and the end of the current wait. */
  throttled: number;
  throttledAt: string | null;
  throttledUntil: string | null;
}

/** An item of the service that is not a transfer, or could not be stored unchanged. */
export interface QuarantinedItem {
  fingerprint: string;
  item: string;
  reason: string;
  times: number;
  firstSeenAt: string;
  lastSeenAt: string;
}

const MAX_ITEMS = 50;

/** Reads the state of the transfer sync, for people who may read the status page. */
export async function readSyncOverview(): Promise<Result<SyncOverview, Denial>> {
  const person = await authorize('readStatus');
  if (!person.ok) return person;
  const [coverage, state, build, reads, quarantine, restore, [watch]] = await Promise.all([
    readCoverage(person.value),
    readSyncState(),
    readIndexBuild(),
    readReadRate(),
    readQuarantine(person.value),
    readRestoreCheck(),
    database().select({ foreignSince: watchState.foreignSince }).from(watchState),
  ]);
  const order = detectOrder(state.order) ?? null;
  const { oldestAt, answeredAt: at } = coverage;
  return ok({
    coverage,
    waiting: listWaitingForCheck(coverage, {
      hasForeignWatch: Boolean(watch?.foreignSince),
      isRestoreChecked: restore === null || restore.isComplete,
    }),
    order,
    walk: state.walk ?? null,
    walkEnd: state.walk ? estimateWalkEnd(state.walk, { order, length: state.lastWalk?.records, oldestAt, at }) : null,
    indexesMs: build ? estimateIndexesMs(build) : null,
    lastWalk: state.lastWalk ?? null,
    restart: state.restart ?? null,
    newestFault: state.newestFault ?? null,
    fullCheck: estimateFullCheck(state),
    replicas: listReplicas(),
    reads: { ...reads, perSecond: computeReadsPerSecond(state, reads.total) },
    filters: settings().TRANSFER_SERVICE_FILTERS.map((name) => ({
      name,
      ignoredSince: state.ignoredFilters?.[name] ?? null,
    })),
    quarantine,
  });
}

function estimateFullCheck(state: SyncState): SyncOverview['fullCheck'] {
  if (!state.lastWalk) return null;
  const { TRANSFER_SERVICE_PAGE_LIMIT: recordsPerPage, TRANSFER_SERVICE_READS_PER_SECOND: readsPerSecond } = settings();
  const estimate = (share: number) =>
    estimateWalkMs(state.lastWalk?.records ?? 0, { recordsPerPage, readsPerSecond }, share);
  const findsReferences = settings().TRANSFER_SERVICE_FILTERS.includes('ref_ids') && !state.ignoredFilters?.ref_ids;
  return { checkMs: estimate(walkReadShare(state)), searchMs: findsReferences ? null : estimate(1), recordsPerPage };
}

async function readReadRate(): Promise<ReadRate> {
  const [budget] = await database().select().from(readBudget);
  const throttledUntil = budget?.throttledUntil ?? null;
  return {
    perSecond: null,
    maxPerSecond: settings().TRANSFER_SERVICE_READS_PER_SECOND,
    total: budget?.reads ?? 0,
    throttled: budget?.throttled ?? 0,
    throttledAt: budget?.throttledAt?.toISOString() ?? null,
    throttledUntil:
      throttledUntil !== null && throttledUntil.getTime() > now().getTime() ? throttledUntil.toISOString() : null,
  };
}

const MINUTE_MS = 60_000;

function computeReadsPerSecond({ samples = [] }: SyncState, total: number): number | null {
  const earliest = samples.find(({ at }) => now().getTime() - Date.parse(at) <= MINUTE_MS);
  return earliest ? (total - earliest.reads) / Math.max((now().getTime() - Date.parse(earliest.at)) / 1000, 1) : null;
}

async function readQuarantine({ visibleProfiles }: Person): Promise<SyncOverview['quarantine']> {
  if (visibleProfiles !== 'all') return { items: null, total: await database().$count(mirrorQuarantine) };
  const [rows, [counted]] = await Promise.all([
    database()
      .select()
      .from(mirrorQuarantine)
      .orderBy(desc(mirrorQuarantine.lastSeenAt), mirrorQuarantine.fingerprint)
      .limit(MAX_ITEMS),
    database().select({ total: count() }).from(mirrorQuarantine),
  ]);
  const items = rows.map((row) => ({
    ...row,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
  return { items, total: counted?.total ?? 0 };
}
