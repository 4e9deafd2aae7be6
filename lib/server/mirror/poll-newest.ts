import 'server-only';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import {
  changedSince,
  createdTimes,
  isEnd,
  isPastMark,
  type NewestState,
  orderOf,
  raiseMark,
  type SyncState,
  timesOf,
} from '@/lib/mirror/sync';
import { now } from '@/lib/server/runtime/clock';
import { database } from '@/lib/server/database/client';
import { mirrorSync, readBudget } from '@/lib/server/database/mirror-schema';
import { log } from '@/lib/server/observability/log';
import { disableFilter, isUsableFilter } from '@/lib/server/mirror/service-filters';
import { storeReading, readSyncState } from '@/lib/server/mirror/sync-state';
import { singleton } from '@/lib/server/runtime/singleton';
import { isRefusal, listRecords, type ListQuestion } from '@/lib/server/transfer-service/endpoints';
import { settings } from '@/lib/server/config/settings';

interface Reading {
  underWay: Promise<boolean> | undefined;
  /** On the monotonic clock: of the last one, and of the last that came to its end. */
  startedAt: number;
  readAt: number;
}

const reading = () =>
  singleton<Reading>('mirror.newest', () => ({ underWay: undefined, startedAt: -Infinity, readAt: -Infinity }));

interface NewestQuestion {
  withinMs: number;
  notAgainWithinMs?: number;
}

/**
 * Asks the service for the pages where new transfers appear, and keeps them. Any number of callers in a process wait for
 * one reading; it goes on where a caller does not wait for its end. `notAgainWithinMs`: a reading that began no longer
 * ago, here or in another process, is as good, so that a whole desk that opens its lists asks the service now and then.
 */
export async function readNewest({
  withinMs,
  notAgainWithinMs = 0,
}: NewestQuestion): Promise<'read' | 'failed' | 'too-slow' | 'just-read'> {
  const state = reading();
  if (performance.now() - state.readAt < notAgainWithinMs) return 'just-read';
  if (!state.underWay && notAgainWithinMs > 0 && (await hasAnotherRead(notAgainWithinMs))) return 'just-read';
  if (!state.underWay) {
    const startedAt = performance.now();
    state.startedAt = startedAt;
    state.underWay = readOnce()
      .then((isRead) => {
        if (isRead) state.readAt = startedAt;
        return isRead;
      })
      .finally(() => (state.underWay = undefined));
    // Whoever waits is told; nobody may.
    state.underWay.catch(() => undefined);
  }
  const timeout = new AbortController();
  const tooSlow = delay(withinMs, 'too-slow' as const, { signal: timeout.signal, ref: false }).catch(
    () => 'too-slow' as const,
  );
  try {
    const outcome = await Promise.race([state.underWay, tooSlow]);
    return typeof outcome === 'string' ? outcome : outcome ? 'read' : 'failed';
  } finally {
    timeout.abort();
  }
}

/** Whether another process has read what is new so short a time ago. Kept, so that this one does not ask each time. */
async function hasAnotherRead(withinMs: number): Promise<boolean> {
  const { newest } = await readSyncState();
  const ageMs = newest?.asOf ? now().getTime() - Date.parse(newest.asOf) : Infinity;
  // What was read in the future says that a clock is wrong, and nothing else.
  const isRecent = ageMs >= 0 && ageMs < withinMs;
  if (isRecent) reading().readAt = Math.max(reading().readAt, performance.now() - ageMs);
  return isRecent;
}

const MAX_MS = 2_147_483_647;

/** Reads what is new every SYNC_INTERVAL_MS (contract.md), also while the first walk is under way. */
export async function pollNewest(): Promise<number> {
  if (performance.now() - reading().startedAt < settings().SYNC_INTERVAL_MS) return 0;
  await readNewest({ withinMs: MAX_MS });
  return 0;
}

async function readOnce(): Promise<boolean> {
  const state = await readSyncState();
  const changed = await readChanged(state);
  const newest =
    changed && (await readByOrder({ ...state, newest: { ...NOTHING_KNOWN, ...state.newest, ...changed.newest } }));
  if (changed && newest) await write(state, { ...changed, ...newest, failingSince: null, ...(await sample(state)) });
  else if (!state.failingSince) await write(state, { ...newest, failingSince: now().toISOString() });
  return newest !== undefined;
}

const NOTHING_KNOWN: NewestState = { mark: null, asOf: null, isWhole: false };

/** How far a reading came; undefined where a page could not be read. */
type Reached = Partial<SyncState> | undefined;

async function readByOrder(state: SyncState): Promise<Reached> {
  const order = orderOf(state.order);
  if (order === 'newest-first') return readFromTop(state, true);
  // While the first walk is on its way to the end, where new ones come, it meets them itself.
  if (order === 'oldest-first') return state.tail ? readTail(state, state.tail.cursor) : {};
  const top = await readFromTop(state, false);
  if (!top) return undefined;
  const tail = state.tail ? await readTail(state, state.tail.cursor) : {};
  return tail && { ...tail, ...top };
}

/** From the first page down past the mark; the first page alone where nobody knows that the newest come first. */
async function readFromTop({ newest = NOTHING_KNOWN }: SyncState, isDownToMark: boolean): Promise<Reached> {
  const asOf = now();
  const times: number[] = [];
  for await (const page of readPages({})) {
    times.push(...createdTimes(page.items));
    if (page.isLast || (isDownToMark && isPastMark(page.items, newest.mark)))
      return {
        newest: {
          ...newest,
          mark: raiseMark(newest.mark, times, asOf),
          asOf: asOf.toISOString(),
          isWhole: page.isLast,
        },
      };
    if (!isDownToMark) return {};
  }
  return undefined;
}

/** On from the last page that had records: it grows where the oldest come first. */
async function readTail({ order, newest = NOTHING_KNOWN }: SyncState, first: string | null): Promise<Reached> {
  const asOf = now().toISOString();
  let last = first;
  for await (const page of readPages({ first: first ?? undefined })) {
    // The walk finds the end again.
    if (page.isRefused) return { tail: null };
    if (page.items.length > 0) last = page.cursor ?? null;
    const isWhole = first === null;
    const isProof = isWhole || orderOf(order) === 'oldest-first';
    if (page.isLast) return { tail: { cursor: last }, ...(isProof && { newest: { ...newest, asOf, isWhole } }) };
  }
  return undefined;
}

/** Where the service filters by updated_at: what changed since the last time, wherever it lies in the list. */
async function readChanged({ newest = NOTHING_KNOWN }: SyncState): Promise<Reached> {
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
    times.push(...timesOf(page.items, 'updated_at'));
    const hasOlder = times.some((time) => time < Date.parse(since));
    // The record that the mark was taken from must be in every answer.
    if (hasOlder || (page.isLast && times.length === 0)) return disableFilter('updated_at').then(() => ({}));
    const changedMark = raiseMark(newest.changedMark, times, asOf);
    // No proof that nothing is missing: records without updated_at exist, and a filter may leave them out.
    if (page.isLast) return { newest: { ...newest, changedMark } };
  }
  return undefined;
}

const MAX_PAGES = 10_000;

/** The pages from one on, each kept before it is given. Ends without a last one where a page cannot be read, or they go in a circle. */
async function* readPages({ first, filters = [] }: { first?: string | undefined; filters?: ListQuestion['filters'] }) {
  const seen = new Set(first === undefined ? [] : [first]);
  let cursor = first;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const answer = await listRecords({ cursor, limit: settings().TRANSFER_SERVICE_PAGE_LIMIT, filters });
    if (!answer.ok) {
      log.warn({ failure: answer.error.kind }, 'new transfers could not be read');
      if (cursor !== undefined && isRefusal(answer.error)) yield { items: [], cursor, isLast: false, isRefused: true };
      return;
    }
    const page = answer.value;
    await storeReading(page);
    const { nextCursor } = page;
    const isLast = isEnd(page, seen.size > 0);
    if (!isLast && (nextCursor === null || seen.has(nextCursor)))
      return log.warn('new transfers could not be read: their list has no end');
    yield { items: page.items, cursor, isLast, isRefused: false };
    if (isLast || nextCursor === null) return;
    seen.add(nextCursor);
    cursor = nextCursor;
  }
}

/** Writes how far it came, unless another process came further meanwhile. */
async function write({ newest }: SyncState, patch: Partial<SyncState>): Promise<void> {
  await database()
    .update(mirrorSync)
    .set({ state: sql`${mirrorSync.state} || ${JSON.stringify(patch)}::jsonb`, updatedAt: sql`now()` })
    .where(sql`${mirrorSync.state} -> 'newest' ->> 'asOf' is not distinct from ${newest?.asOf ?? null}::text`);
}

const SAMPLE_EVERY_MS = 10_000;
const SAMPLES = 7;

/** How many reads there were until now, every ten seconds: /status says how many a second. */
async function sample({ samples = [] }: SyncState): Promise<Partial<SyncState>> {
  const last = samples.at(-1);
  if (last && now().getTime() - Date.parse(last.at) < SAMPLE_EVERY_MS) return {};
  const [budget] = await database().select({ reads: readBudget.reads }).from(readBudget);
  return { samples: [...samples, { at: now().toISOString(), reads: budget?.reads ?? 0 }].slice(-SAMPLES) };
}
