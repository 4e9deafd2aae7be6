import 'server-only';
import { sql } from 'drizzle-orm';
import { explainReadFailure, type ServiceFailure } from '@/lib/http/problems';
import {
  beginWalk,
  endWalk,
  failWalk,
  type MirrorWalk,
  type NewestState,
  nextWalkAt,
  raiseMark,
  stepWalk,
  type SyncState,
  timesOf,
  walkShare,
  type WalkStep,
  weighOrder,
} from '@/lib/mirror/sync';
import type { Result } from '@/lib/result';
import { now } from '@/lib/server/runtime/clock';
import { database } from '@/lib/server/database/client';
import { log } from '@/lib/server/observability/log';
import { keepPace } from '@/lib/server/transfer-service/budget';
import { storeReading, readSyncState } from '@/lib/server/mirror/sync-state';
import { singleton } from '@/lib/server/runtime/singleton';
import { backoffMs, MAX_BACKOFF_MS } from '@/lib/server/workers/backoff';
import { isRefusal, listRecords, type RecordPage } from '@/lib/server/transfer-service/endpoints';
import { settings } from '@/lib/server/config/settings';
import type { WorkLease } from '@/lib/server/workers/lease';

type PageRead = Result<RecordPage, ServiceFailure>;

/** What this process alone knows of the walk: the cursors that it saw, and until when it rests after a failure. */
const memory = () => singleton('mirror.walk', () => ({ startedAt: '', seen: new Set<string>(), restUntil: 0 }));

/**
 * Goes on with the walk through the service's list from where the last page was kept, whoever kept it: the first walk
 * fills the mirror, every later one catches what nothing else did. One page is read ahead while the one before is
 * written. Ends at the end of the list, at a failure, when the lease is lost or `mayGoOn` says no. Gives how many pages it read.
 */
export async function walkOn(lease: WorkLease, mayGoOn: () => boolean): Promise<number> {
  const state = await readSyncState();
  const isDue =
    now().getTime() >= nextWalkAt(state, settings().SYNC_INTERVAL_MS) && performance.now() >= memory().restUntil;
  if (!isDue) return 0;
  let walk = state.walk ?? beginWalk(now().toISOString(), await countKnown());
  let { order } = state;
  const readPage = async (cursor: string | null): Promise<PageRead> => {
    await keepPace('walk', walkShare({ ...state, ...(order && { order }) }));
    return listRecords({
      cursor: cursor ?? undefined,
      limit: settings().TRANSFER_SERVICE_PAGE_LIMIT,
      priority: 'background',
    });
  };
  const seen = rememberSeen(walk);
  let ahead = readPage(walk.cursor);
  for (let pages = 1; ; pages += 1) {
    const page = await ahead;
    const step = page.ok ? stepWalk(walk, page.value, seen) : failWalk(walk, toFailure(page.error));
    if (page.ok && step.kind !== 'again') order = weighOrder(order, page.value.items, walk.lastTime);
    const goesOn = step.kind === 'on' && mayGoOn();
    if (goesOn) {
      ahead = readPage(step.walk.cursor);
      // Where the page before cannot be written, nobody waits for this one any more.
      ahead.catch(() => undefined);
    }
    const isKept = await keepStep(lease, page, step, { order, isFirst: walk.pages === 0 });
    if (!isKept || !goesOn) return isKept ? pages : 0;
    ({ walk } = step);
    if (walk.cursor !== null) seen.add(walk.cursor);
  }
}

/** The cursors of a walk that this process saw; those of an earlier walk are forgotten. */
function rememberSeen({ startedAt, cursor }: MirrorWalk): Set<string> {
  const known = memory();
  if (known.startedAt !== startedAt) {
    known.startedAt = startedAt;
    known.seen = new Set(cursor === null ? [] : [cursor]);
  }
  return known.seen;
}

/** Writes a page with what follows from it, in one transaction. Gives false where the lease was lost. */
async function keepStep(
  lease: WorkLease,
  page: PageRead,
  step: WalkStep,
  { order, isFirst }: { order: SyncState['order']; isFirst: boolean },
): Promise<boolean> {
  const at = now().toISOString();
  const reading = page.ok ? page.value : undefined;
  const first = isFirst && reading ? { newest: startMarks(reading) } : undefined;
  const stored = await storeReading(reading, { lease, first, patch: { ...(order && { order }), ...follow(step, at) } });
  if (stored) report(step);
  return stored !== undefined;
}

/** What the walk need not come to in time: whatever is created or changed after its first page was read is younger than all of that page. */
function startMarks({ items, readAt }: RecordPage): NewestState {
  const markOf = (member: 'created_at' | 'updated_at') => raiseMark(null, timesOf(items, member), readAt);
  return { mark: markOf('created_at'), asOf: null, isWhole: false, changedMark: markOf('updated_at') };
}

function follow(step: WalkStep, at: string): Partial<SyncState> {
  switch (step.kind) {
    case 'on':
    case 'again':
      return { walk: step.walk };
    case 'end':
      return endWalk(step.walk, at);
    case 'anew':
      return { walk: null, restart: { at, reason: step.reason } };
  }
}

function report(step: WalkStep): void {
  if (step.kind === 'on') return;
  if (step.kind === 'end') {
    const { records, known, pages } = step.walk;
    if (records < known)
      log.warn({ records, known, pages }, 'a walk ended with fewer records than were known; the list is read again');
    else log.info({ records, pages }, 'a walk through the list came to its end');
    return;
  }
  const { failures, fault: reason } = step.kind === 'again' ? step.walk : { failures: 1, fault: step.reason };
  memory().restUntil = performance.now() + backoffMs(failures - 1, { firstMs: 500, maxMs: MAX_BACKOFF_MS });
  if (step.kind === 'again') log.warn({ failures, reason }, 'a walk cannot go on and tries the same page again');
  else log.warn({ reason }, 'a walk begins anew');
}

function toFailure(failure: ServiceFailure): { fault: string; isRefusal: boolean } {
  const { title, detail } = explainReadFailure(failure);
  return { fault: [title, detail].filter(Boolean).join('. '), isRefusal: isRefusal(failure) };
}

/** How many transfers the list should hold: all that are in the mirror but those that the service no longer knows. */
async function countKnown(): Promise<number> {
  const { rows } = await database().execute<{ known: number }>(sql`
    select (coalesce((select sum(transfers) from mirror_totals), 0)
      - (select count(*) from mirror_transfers where check_at is not null and gone_at is not null))::float8 as known`);
  return rows[0]?.known ?? 0;
}
