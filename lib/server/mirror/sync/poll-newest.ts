import 'server-only';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { sql } from 'drizzle-orm';
import { detectOrder } from '@/lib/mirror/list-order';
import { readTimes } from '@/lib/mirror/record-members';
import { advanceMark, changedSince, isPastMark, type NewestState, type SyncState } from '@/lib/mirror/sync';
import { now } from '@/lib/server/runtime/clock';
import { database } from '@/lib/server/database/client';
import { mirrorSync, readBudget } from '@/lib/server/database/schema/mirror';
import { log } from '@/lib/server/observability/log';
import { disableFilter, isUsableFilter } from '@/lib/server/mirror/sync/service-filters';
import { storeReading, readSyncState } from '@/lib/server/mirror/sync/sync-state';
import { singleton } from '@/lib/server/runtime/singleton';
import { isRefusal } from '@/lib/server/transfer-service/endpoints';
import { describeFailure } from '@/lib/server/transfer-service/problems';
import { readPages, type ReadingEnd } from '@/lib/server/transfer-service/read-pages';
import { settings } from '@/lib/server/config/settings';
import { TheService } from '@/lib/text/service-name';

interface NewestReading {
  running: Promise<boolean> | undefined;
  /** The time when the last reading began, on the monotonic clock (ms). */
  startedAt: number;
  /** The time when the last complete reading began, on the monotonic clock (ms). */
  readAt: number;
}

const reading = () =>
  singleton<NewestReading>('mirror.newest', () => ({ running: undefined, startedAt: -Infinity, readAt: -Infinity }));

interface ReadNewestOptions {
  timeoutMs: number;
  maxAgeMs?: number;
}

/**
 * Reads the pages of the list where new transfers appear, and stores them. All callers in a process share one reading,
 * which continues when a caller times out. `maxAgeMs`: accepts an earlier reading of that age, also one by another
 * process, so that a whole desk that opens its lists causes few reads.
 */
export async function readNewest({
  timeoutMs,
  maxAgeMs = 0,
}: ReadNewestOptions): Promise<'read' | 'failed' | 'too-slow' | 'just-read'> {
  const state = reading();
  if (performance.now() - state.readAt < maxAgeMs) return 'just-read';
  if (!state.running && maxAgeMs > 0 && (await wasReadElsewhere(maxAgeMs))) return 'just-read';
  if (!state.running) {
    const startedAt = performance.now();
    state.startedAt = startedAt;
    state.running = readAndRecord()
      .then((isRead) => {
        if (isRead) state.readAt = startedAt;
        return isRead;
      })
      .finally(() => (state.running = undefined));
    // The callers rethrow the error; they may all have timed out.
    state.running.catch(() => undefined);
  }
  const { running } = state;
  const outcome = await withTimeout(
    timeoutMs,
    () => running,
    () => 'too-slow' as const,
  );
  if (typeof outcome === 'string') return outcome;
  return outcome ? 'read' : 'failed';
}

/** Tells whether another process has read new transfers within `maxAgeMs`, and remembers that in this process. */
async function wasReadElsewhere(withinMs: number): Promise<boolean> {
  const { newest } = await readSyncState();
  const ageMs = newest?.asOf ? now().getTime() - Date.parse(newest.asOf) : Infinity;
  // A reading in the future only shows that a clock is wrong.
  const isRecent = ageMs >= 0 && ageMs < withinMs;
  if (isRecent) reading().readAt = Math.max(reading().readAt, performance.now() - ageMs);
  return isRecent;
}

const NO_TIMEOUT_MS = 2_147_483_647;

/**
 * Reads new transfers every SYNC_INTERVAL_MS (docs/specification/console-contract.md#environment), also during the
 * first walk.
 */
export async function pollNewest(): Promise<number> {
  if (performance.now() - reading().startedAt < settings().SYNC_INTERVAL_MS) return 0;
  await readNewest({ timeoutMs: NO_TIMEOUT_MS });
  return 0;
}

async function readAndRecord(): Promise<boolean> {
  const state = await readSyncState();
  const changed = await readChanged(state);
  const newest =
    changed && (await readByOrder({ ...state, newest: { ...NOTHING_KNOWN, ...state.newest, ...changed.newest } }));
  const newestFault = changed?.newestFault ?? newest?.newestFault ?? null;
  const isAnswered = changed !== undefined && newest !== undefined;
  const isRead = isAnswered && newestFault === null;
  if (isRead)
    await saveProgress(state, {
      ...changed,
      ...newest,
      failingSince: null,
      newestFault,
      ...(await sampleReads(state)),
    });
  else {
    const failingSince = isAnswered ? null : (state.failingSince ?? now().toISOString());
    if (failingSince !== (state.failingSince ?? null) || newestFault !== (state.newestFault ?? null))
      await saveProgress(state, { ...newest, failingSince, newestFault });
  }
  return isRead;
}

const NOTHING_KNOWN: NewestState = { mark: null, asOf: null, isWhole: false };

/** The sync state after a reading, with the fault of a list without an end; undefined if a page could not be read. */
type ReadProgress = Partial<SyncState> | undefined;

async function readByOrder(state: SyncState): Promise<ReadProgress> {
  const order = detectOrder(state.order);
  if (order === 'newest-first') return readFromTop(state, true);
  // Before the first walk has reached the end of the list, it meets new transfers there itself.
  if (order === 'oldest-first') return state.tail ? readTail(state, state.tail.cursor) : {};
  const top = await readFromTop(state, false);
  if (!top) return undefined;
  const tail = state.tail ? await readTail(state, state.tail.cursor) : {};
  return tail && { ...tail, ...top };
}

/** Reads from the first page down past the mark; only the first records if the list is not known to be newest first. */
async function readFromTop({ newest = NOTHING_KNOWN }: SyncState, isDownToMark: boolean): Promise<ReadProgress> {
  const asOf = now();
  const times: number[] = [];
  let isReached = false;
  const end = await readNewestPages({
    visit: ({ items, isLast }) => {
      times.push(...readTimes(items, 'created_at'));
      isReached = isDownToMark ? isPastMark(items, newest.mark) : items.length > 0;
      return isLast || !isReached;
    },
  });
  if (end.kind === 'no-end') return { newestFault: end.reason };
  if (end.kind === 'failed') return undefined;
  if (end.kind === 'stopped' && !isDownToMark) return {};
  const isWhole = end.kind === 'end' && end.isStated;
  if (!isWhole && !isReached && newest.mark !== null)
    return { newestFault: `${TheService()} returned a page without records before the transfers that are known.` };
  return {
    newest: { ...newest, mark: advanceMark(newest.mark, times, asOf), asOf: asOf.toISOString(), isWhole },
  };
}

/** Reads on from the last page that had records: that page grows where the oldest come first. */
async function readTail({ order, newest = NOTHING_KNOWN }: SyncState, first: string | null): Promise<ReadProgress> {
  const asOf = now().toISOString();
  let last: string | null | undefined;
  const end = await readNewestPages({
    from: first,
    visit: ({ items, cursor }) => {
      if (items.length > 0) last = cursor;
      return true;
    },
  });
  if (end.kind === 'no-end') return { newestFault: end.reason };
  // The next walk finds the end again.
  if (end.kind === 'failed' && end.cursor !== null && isRefusal(end.failure)) return { tail: null };
  if (end.kind !== 'end') return undefined;
  const isWhole = first === null && end.isStated;
  // A list that has lost the records of its last page is not at its end, whatever its next page lacks.
  const isAtEnd = end.isStated || last !== undefined;
  const isProof = isAtEnd && (isWhole || detectOrder(order) === 'oldest-first');
  return {
    tail: { cursor: last === undefined ? first : last },
    ...(isProof && { newest: { ...newest, asOf, isWhole } }),
  };
}

/** Reads what changed since the last time, wherever in the list, if the service filters by updated_at. */
async function readChanged({ newest = NOTHING_KNOWN }: SyncState): Promise<ReadProgress> {
  if (!isUsableFilter('updated_at') || !newest.changedMark) return {};
  const asOf = now();
  const since = changedSince(newest.changedMark);
  const sorting = isUsableFilter('order_by')
    ? ([
        ['order_by', 'UPDATED_AT'],
        ['order', 'ASC'],
      ] as const)
    : [];
  const times: number[] = [];
  const hasOlder = () => times.some((time) => time < Date.parse(since));
  const end = await readNewestPages({
    filters: [['updated_at.gte', since], ...sorting],
    visit: ({ items }) => {
      times.push(...readTimes(items, 'updated_at'));
      return !hasOlder();
    },
  });
  // The record of the mark itself must be in every answer; without it, or with older ones, the filter was ignored.
  if (end.kind === 'stopped' || (end.kind === 'end' && times.length === 0))
    return disableFilter('updated_at').then(() => ({}));
  // This does not prove that nothing is missing: the filter may leave out records without updated_at.
  if (end.kind === 'end') return { newest: { ...newest, changedMark: advanceMark(newest.changedMark, times, asOf) } };
  return end.kind === 'no-end' ? { newestFault: end.reason } : undefined;
}

const MAX_PAGES = 10_000;

/** Reads pages where new transfers appear, and stores each before it is visited. */
async function readNewestPages({
  visit,
  ...plan
}: Pick<Parameters<typeof readPages>[0], 'from' | 'filters' | 'visit'>): Promise<ReadingEnd> {
  const end = await readPages({
    ...plan,
    maxPages: MAX_PAGES,
    visit: async (page) => {
      await storeReading(page);
      return visit(page);
    },
  });
  if (end.kind === 'failed')
    log.warn(describeFailure(end.failure), 'reading new transfers failed; retrying at the next interval');
  if (end.kind === 'no-end')
    log.warn(
      { reason: end.reason },
      'reading new transfers failed: the list has no end; retrying at the next interval',
    );
  return end;
}

/** Saves the progress, unless another process has saved a later one meanwhile. */
async function saveProgress({ newest }: SyncState, patch: Partial<SyncState>): Promise<void> {
  await database()
    .update(mirrorSync)
    .set({ state: sql`${mirrorSync.state} || ${JSON.stringify(patch)}::jsonb`, updatedAt: sql`now()` })
    .where(sql`${mirrorSync.state} -> 'newest' ->> 'asOf' is not distinct from ${newest?.asOf ?? null}::text`);
}

const SAMPLE_INTERVAL_MS = 10_000;
const MAX_SAMPLES = 7;

/** Adds a sample of the total of reads every ten seconds, from which the status page shows a rate. */
async function sampleReads({ samples = [] }: SyncState): Promise<Partial<SyncState>> {
  const last = samples.at(-1);
  if (last && now().getTime() - Date.parse(last.at) < SAMPLE_INTERVAL_MS) return {};
  const [budget] = await database().select({ reads: readBudget.reads }).from(readBudget);
  return { samples: [...samples, { at: now().toISOString(), reads: budget?.reads ?? 0 }].slice(-MAX_SAMPLES) };
}
