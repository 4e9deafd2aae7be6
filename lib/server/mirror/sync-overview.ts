import 'server-only';
import { count, desc } from 'drizzle-orm';
import type { Coverage } from '@/lib/mirror/coverage';
import { type ListOrder, orderOf, type SyncState } from '@/lib/mirror/sync';
import { ok, type Result } from '@/lib/result';
import { now } from '@/lib/server/runtime/clock';
import { database } from '@/lib/server/database/client';
import { mirrorQuarantine, readBudget } from '@/lib/server/database/mirror-schema';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readSyncState } from '@/lib/server/mirror/sync-state';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { settings } from '@/lib/server/config/settings';

/** How keeping the mirror goes. Times are ISO 8601. */
export interface SyncOverview {
  coverage: Coverage;
  /** How the service orders its list; null while there is too little to tell. */
  order: ListOrder | null;
  /** The walk through the list that is under way. */
  walk: NonNullable<SyncState['walk']> | null;
  lastWalk: NonNullable<SyncState['lastWalk']> | null;
  restart: NonNullable<SyncState['restart']> | null;
  reads: Reads;
  /** What the configuration says of filters, and since when one of them is not used because the service takes no notice of it. */
  filters: { name: string; ignoredSince: string | null }[];
  quarantine: { items: QuarantinedItem[]; total: number };
}

interface Reads {
  /** How many a second over the last minute; null where nobody counted. */
  perSecond: number | null;
  mostPerSecond: number;
  total: number;
  /** How often the service asked to slow down, when it did last, and until when reads wait because of it. */
  throttled: number;
  throttledAt: string | null;
  throttledUntil: string | null;
}

/** What the service sent that is no transfer, or could not be kept as it came. */
export interface QuarantinedItem {
  fingerprint: string;
  item: string;
  reason: string;
  times: number;
  firstSeenAt: string;
  lastSeenAt: string;
}

const NEWEST = 50;

/** How keeping the mirror goes, for whoever may read the status. */
export async function readSyncOverview(): Promise<Result<SyncOverview, Denial>> {
  const person = await authorize('readStatus');
  if (!person.ok) return person;
  const [coverage, state, reads, quarantine] = await Promise.all([
    readCoverage(),
    readSyncState(),
    readReads(),
    readQuarantine(),
  ]);
  return ok({
    coverage,
    order: orderOf(state.order) ?? null,
    walk: state.walk ?? null,
    lastWalk: state.lastWalk ?? null,
    restart: state.restart ?? null,
    reads: { ...reads, perSecond: rateOf(state, reads.total) },
    filters: settings().TRANSFER_SERVICE_FILTERS.map((name) => ({
      name,
      ignoredSince: state.ignoredFilters?.[name] ?? null,
    })),
    quarantine,
  });
}

async function readReads(): Promise<Reads> {
  const [budget] = await database().select().from(readBudget);
  const throttledUntil = budget?.throttledUntil ?? null;
  return {
    perSecond: null,
    mostPerSecond: settings().TRANSFER_SERVICE_READS_PER_SECOND,
    total: budget?.reads ?? 0,
    throttled: budget?.throttled ?? 0,
    throttledAt: budget?.throttledAt?.toISOString() ?? null,
    throttledUntil:
      throttledUntil !== null && throttledUntil.getTime() > now().getTime() ? throttledUntil.toISOString() : null,
  };
}

const MINUTE_MS = 60_000;

function rateOf({ samples = [] }: SyncState, total: number): number | null {
  const earliest = samples.find(({ at }) => now().getTime() - Date.parse(at) <= MINUTE_MS);
  return earliest ? (total - earliest.reads) / Math.max((now().getTime() - Date.parse(earliest.at)) / 1000, 1) : null;
}

async function readQuarantine(): Promise<SyncOverview['quarantine']> {
  const [rows, [counted]] = await Promise.all([
    database()
      .select()
      .from(mirrorQuarantine)
      .orderBy(desc(mirrorQuarantine.lastSeenAt), mirrorQuarantine.fingerprint)
      .limit(NEWEST),
    database().select({ total: count() }).from(mirrorQuarantine),
  ]);
  const items = rows.map((row) => ({
    ...row,
    firstSeenAt: row.firstSeenAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
  return { items, total: counted?.total ?? 0 };
}
