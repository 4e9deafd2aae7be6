import 'server-only';
import { sql } from 'drizzle-orm';
import { explainReadFailure, type ServiceFailure } from '@/lib/http/problems';
import { updateOrderEvidence } from '@/lib/mirror/list-order';
import { readTimes } from '@/lib/mirror/record-members';
import {
  advanceMark,
  beginWalk,
  endWalk,
  isFirstWalk,
  type MirrorWalk,
  type NewestState,
  nextWalkAt,
  stepAfterFailure,
  stepAfterPage,
  type SyncState,
  walkReadShare,
  type WalkStep,
} from '@/lib/mirror/sync';
import type { Result } from '@/lib/result';
import { now } from '@/lib/server/runtime/clock';
import { database } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';
import { keepPace } from '@/lib/server/transfer-service/budget';
import { deferIndexes } from '@/lib/server/mirror/sync/indexes';
import { explainUnlisted, type ListedWalk, recordListed } from '@/lib/server/mirror/sync/listed';
import { storeReading, readSyncState } from '@/lib/server/mirror/sync/sync-state';
import { singleton } from '@/lib/server/runtime/singleton';
import { backoffMs, MAX_BACKOFF_MS } from '@/lib/server/workers/backoff';
import { isRefusal, listRecords, type RecordPage } from '@/lib/server/transfer-service/endpoints';
import { endRule } from '@/lib/server/transfer-service/read-pages';
import { settings } from '@/lib/server/config/settings';
import type { WorkLease } from '@/lib/server/workers/lease';
import { wake } from '@/lib/server/workers/loop';

type PageResult = Result<RecordPage, ServiceFailure>;

/**
 * The part of the walk's state that only this process knows: the cursors that it has seen, until when it pauses after a
 * failure, and whether all of the last page was new, so that the next one probably is as well.
 */
const memory = () =>
  singleton('mirror.walk', () => ({ startedAt: '', seen: new Set<string>(), restUntil: 0, isNew: false }));

/**
 * Continues the walk through the service's list from its saved place: the first walk fills the mirror, later ones find
 * what polling missed. Reads one page ahead while two are written. Stops at the end of the list, at a failure, when the
 * lease is lost or when `canContinue` returns false. Returns the number of pages read.
 */
export async function continueWalk(lease: WorkLease, canContinue: () => boolean): Promise<number> {
  const state = await readSyncState();
  const isDue =
    now().getTime() >= nextWalkAt(state, settings().SYNC_INTERVAL_MS) && performance.now() >= memory().restUntil;
  if (!isDue) return 0;
  if (!state.walk && isFirstWalk(state)) await deferIndexes();
  let pages = 0;
  try {
    pages = await walkPages(lease, state, canContinue);
  } finally {
    // Pages were read that the saved place does not have, so their cursors will come again.
    if (pages === 0) memory().startedAt = '';
  }
  return pages;
}

/** Walks from the saved place. Returns the number of pages read; 0 where not all of them could be stored. */
async function walkPages(lease: WorkLease, state: SyncState, canContinue: () => boolean): Promise<number> {
  let walk = state.walk ?? beginWalk(now().toISOString(), await countKnown());
  let { order } = state;
  const readPage = async (cursor: string | null): Promise<PageResult> => {
    await keepPace('walk', walkReadShare({ ...state, ...(order && { order }) }));
    return listRecords({
      cursor: cursor ?? undefined,
      limit: settings().TRANSFER_SERVICE_PAGE_LIMIT,
      priority: 'background',
    });
  };
  const seen = cursorsSeenBy(walk);
  let ahead = readPage(walk.cursor);
  let before = Promise.resolve(true);
  for (let pages = 1; ; pages += 1) {
    const page = await ahead;
    const step = page.ok
      ? stepAfterPage(walk, page.value, seen, endRule())
      : stepAfterFailure(walk, toFailure(page.error));
    if (page.ok && step.kind !== 'retry') order = updateOrderEvidence(order, page.value.items, walk.lastTime);
    const isContinued = step.kind === 'continue' && canContinue();
    if (isContinued) {
      ahead = readPage(step.walk.cursor);
      // If the page before cannot be written, nothing awaits this one.
      ahead.catch(() => undefined);
    }
    const stored = storeStep(lease, { page, step, order, isFirst: walk.records === 0 }, before);
    // Awaited with the next page; a failure before that stops the walk as well.
    stored.catch(() => undefined);
    if (!(await before)) return 0;
    if (!isContinued) return (await stored) ? pages : 0;
    before = stored;
    ({ walk } = step);
    if (walk.cursor !== null) seen.add(walk.cursor);
  }
}

/** Gives the cursors of a walk that this process has seen; forgets those of an earlier walk. */
function cursorsSeenBy({ startedAt, cursor }: MirrorWalk): Set<string> {
  const known = memory();
  if (known.startedAt !== startedAt) {
    known.startedAt = startedAt;
    known.seen = new Set(cursor === null ? [] : [cursor]);
  }
  return known.seen;
}

interface StepToStore {
  page: PageResult;
  step: WalkStep;
  order: SyncState['order'];
  /** True if no page of the walk before had records. */
  isFirst: boolean;
}

/**
 * Stores a page while the page before may still be written, and then the walk's next state, which so never claims a
 * page that is not stored. A crash in between reads the page again. Returns false if the lease was lost, or the step
 * before failed to be stored.
 */
async function storeStep(
  lease: WorkLease,
  { page, step, order, isFirst }: StepToStore,
  before: Promise<boolean>,
): Promise<boolean> {
  const at = now().toISOString();
  const reading = page.ok ? page.value : undefined;
  const newest = isFirst && reading ? startNewestState(reading) : undefined;
  const defaults = newest && newest.mark !== null ? { newest } : undefined;
  if (reading) {
    if ('walk' in step) await recordListed(walkOf(step.walk), reading.items);
    const stored = await storeReading({ ...reading, isNew: memory().isNew }, { lease });
    if (!stored) return false;
    memory().isNew = stored.added + stored.quarantined >= reading.items.length;
  }
  if (!(await before)) return false;
  const patch = { ...(order && { order }), ...(await patchAfter(step, at)) };
  const isPlaced = (await storeReading(undefined, { lease, defaults, patch })) !== undefined;
  if (isPlaced) logStep(step);
  return isPlaced;
}

/**
 * Gives the marks from which polling starts: everything that is created or changed after the walk's first page with
 * records was read is younger than all of that page.
 */
function startNewestState({ items, readAt }: RecordPage): NewestState {
  const markOf = (member: 'created_at' | 'updated_at') => advanceMark(null, readTimes(items, member), readAt);
  return { mark: markOf('created_at'), asOf: null, isWhole: false, changedMark: markOf('updated_at') };
}

async function patchAfter(step: WalkStep, at: string): Promise<Partial<SyncState>> {
  switch (step.kind) {
    case 'continue':
    case 'retry':
      return { walk: step.walk };
    case 'end':
      return endWalk(step.walk, at, step.isStated ? undefined : await explainUnlisted(walkOf(step.walk)));
    case 'restart':
      return { walk: null, restart: { at, reason: step.reason } };
  }
}

const walkOf = ({ startedAt }: MirrorWalk): ListedWalk => ({ purpose: 'mirror', startedAt });

function logStep(step: WalkStep): void {
  if (step.kind === 'continue') return;
  if (step.kind === 'end') {
    const { records, known, pages } = step.walk;
    if (records < known)
      log.warn({ records, known, pages }, 'mirror walk ended with fewer records than known; reading the list again');
    else log.info({ records, pages }, 'mirror walk reached the end of the list');
    wake('mirror indexes');
    return;
  }
  const { failures, fault: reason } = step.kind === 'retry' ? step.walk : { failures: 1, fault: step.reason };
  const pauseMs = backoffMs(failures - 1, { firstMs: 500, maxMs: MAX_BACKOFF_MS });
  memory().restUntil = performance.now() + pauseMs;
  if (step.kind === 'retry') log.warn({ failures, reason, pauseMs }, 'mirror walk failed; retrying the page');
  else log.warn({ reason, pauseMs }, 'mirror walk failed; restarting from the first page');
}

function toFailure(failure: ServiceFailure): { fault: string; isRefusal: boolean } {
  const { title, detail } = explainReadFailure(failure);
  return { fault: [title, detail].filter(Boolean).join('. '), isRefusal: isRefusal(failure) };
}

/** Counts the transfers that the list should hold: all in the mirror but those that the service no longer knows. */
async function countKnown(): Promise<number> {
  const { rows } = await database().execute<{ known: number }>(sql`
    select (coalesce((select sum(transfers) from mirror_totals), 0)
      - (select count(*) from mirror_transfers where check_at is not null and gone_at is not null))::float8 as known`);
  return rows[0]?.known ?? 0;
}
