import 'server-only';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { sql } from 'drizzle-orm';
import { detectOrder } from '@/lib/mirror/list-order';
import { readTimes } from '@/lib/mirror/record-members';
import { advanceMark, changedSince, isLastPage, isPastMark, type NewestState, type SyncState } from '@/lib/mirror/sync';
import { now } from '@/lib/server/runtime/clock';
import { database } from '@/lib/server/database/client';
import { mirrorSync, readBudget } from '@/lib/server/database/schema/mirror';
import { log } from '@/lib/server/observability/log';
import { disableFilter, isUsableFilter } from '@/lib/server/mirror/service-filters';
import { storeReading, readSyncState } from '@/lib/server/mirror/sync-state';
import { singleton } from '@/lib/server/runtime/singleton';
import { isRefusal, listRecords, type ListQuery } from '@/lib/server/transfer-service/endpoints';
import { settings } from '@/lib/server/config/settings';

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
  if (changed && newest)
    await saveProgress(state, { ...changed, ...newest, failingSince: null, ...(await sampleReads(state)) });
  else if (!state.failingSince) await saveProgress(state, { ...newest, failingSince: now().toISOString() });
  return newest !== undefined;
}

const NOTHING_KNOWN: NewestState = { mark: null, asOf: null, isWhole: false };

/** The sync state after a reading; undefined if a page could not be read. */
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

/** Reads from the first page down past the mark; only the first page if the list is not known to be newest first. */
async function readFromTop({ newest = NOTHING_KNOWN }: SyncState, isDownToMark: boolean): Promise<ReadProgress> {
  const asOf = now();
  const times: number[] = [];
  for await (const page of readPages({})) {
    times.push(...readTimes(page.items, 'created_at'));
    if (page.isLast || (isDownToMark && isPastMark(page.items, newest.mark)))
      return {
        newest: {
          ...newest,
          mark: advanceMark(newest.mark, times, asOf),
          asOf: asOf.toISOString(),
          isWhole: page.isLast,
        },
      };
    if (!isDownToMark) return {};
  }
  return undefined;
}

/** Reads on from the last page that had records: that page grows where the oldest come first. */
async function readTail({ order, newest = NOTHING_KNOWN }: SyncState, first: string | null): Promise<ReadProgress> {
  const asOf = now().toISOString();
  let last = first;
  for await (const page of readPages({ first: first ?? undefined })) {
    // The next walk finds the end again.
    if (page.isRefused) return { tail: null };
    if (page.items.length > 0) last = page.cursor ?? null;
    const isWhole = first === null;
    const isProof = isWhole || detectOrder(order) === 'oldest-first';
    if (page.isLast) return { tail: { cursor: last }, ...(isProof && { newest: { ...newest, asOf, isWhole } }) };
  }
  return undefined;
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
  for await (const page of readPages({ filters: [['updated_at.gte', since], ...sorting] })) {
    times.push(...readTimes(page.items, 'updated_at'));
    const hasOlder = times.some((time) => time < Date.parse(since));
    // The record of the mark itself must be in every answer; without it, or with older ones, the filter was ignored.
    if (hasOlder || (page.isLast && times.length === 0)) return disableFilter('updated_at').then(() => ({}));
    const changedMark = advanceMark(newest.changedMark, times, asOf);
    // This does not prove that nothing is missing: the filter may leave out records without updated_at.
    if (page.isLast) return { newest: { ...newest, changedMark } };
  }
  return undefined;
}

const MAX_PAGES = 10_000;

/**
 * Reads pages from a cursor on, and stores each before yielding it. Ends without a last page if a page cannot be read
 * or a cursor repeats.
 */
async function* readPages({ first, filters = [] }: { first?: string | undefined; filters?: ListQuery['filters'] }) {
  const seen = new Set(first === undefined ? [] : [first]);
  let cursor = first;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const answer = await listRecords({ cursor, limit: settings().TRANSFER_SERVICE_PAGE_LIMIT, filters });
    if (!answer.ok) {
      log.warn({ failure: answer.error.kind }, 'reading new transfers failed; retrying at the next interval');
      if (cursor !== undefined && isRefusal(answer.error)) yield { items: [], cursor, isLast: false, isRefused: true };
      return;
    }
    const page = answer.value;
    await storeReading(page);
    const { nextCursor } = page;
    const isLast = isLastPage(page, seen.size > 0);
    if (!isLast && (nextCursor === null || seen.has(nextCursor)))
      return log.warn('reading new transfers failed: the list has no end; retrying at the next interval');
    yield { items: page.items, cursor, isLast, isRefused: false };
    if (isLast || nextCursor === null) return;
    seen.add(nextCursor);
    cursor = nextCursor;
  }
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
