import 'server-only';
import { sql } from 'drizzle-orm';
import { textOf } from '@/lib/mirror/sync';
import { now } from '@/lib/server/runtime/clock';
import { database } from '@/lib/server/database/client';
import { keepPace } from '@/lib/server/transfer-service/budget';
import { disableFilter, isUsableFilter } from '@/lib/server/mirror/service-filters';
import { markGone } from '@/lib/server/mirror/store-seen';
import { storeReading } from '@/lib/server/mirror/sync-state';
import { getTransfer, listRecords } from '@/lib/server/transfer-service/endpoints';
import { settings } from '@/lib/server/config/settings';
import type { WorkLease } from '@/lib/server/workers/lease';

const SHARE = 2 / 5;
const AT_ONCE = 5;
// What one list question may name (service-facts, "Reads").
const PER_BATCH = 100;

/**
 * Asks by id for transfers that are not final and due, soon at first, then less often: mirror/store says when. Those
 * that `sends/track` asks for are left to it. Gives how many were asked for.
 */
export async function checkTransfers(lease: WorkLease): Promise<number> {
  const isBatched = isUsableFilter('ids');
  const ids = await takeDue(isBatched ? Math.min(PER_BATCH, settings().TRANSFER_SERVICE_PAGE_LIMIT) : AT_ONCE);
  const singly = isBatched && ids.length > 1 ? await askTogether(ids, lease) : ids;
  // Those that a list question did not bring may be gone; only asking for one by itself tells.
  for (let next = 0; next < singly.length; next += AT_ONCE) {
    await Promise.all(singly.slice(next, next + AT_ONCE).map((id) => askForOne(id, lease)));
  }
  return ids.length;
}

/** The ids that are due. Taking one moves its next time on, whatever the answer will be. */
async function takeDue(most: number): Promise<string[]> {
  const { rows } = await database().execute<{ id: string }>(sql`
    with quiet as (select set_config('synchronous_commit', 'off', true)),
    due as (
      select id from mirror_transfers, quiet
      where check_at <= now() and not exists (select from sends where sends.transfer_id = mirror_transfers.id and sends.track_at is not null)
      order by check_at limit ${most} for update of mirror_transfers skip locked)
    update mirror_transfers mirror set check_at = now() + case
      when gone_at is not null then least(greatest((now() - gone_at) / 2, interval '1 minute'), interval '6 hours')
      else least(greatest((now() - greatest(updated_at, now() - interval '60 hours')) / 10, interval '2 seconds'), interval '6 hours') end
    from due where mirror.id = due.id
    returning mirror.id`);
  return rows.map(({ id }) => id);
}

async function askForOne(id: string, lease: WorkLease): Promise<void> {
  await keepPace('check', SHARE);
  const readAt = now();
  const found = await getTransfer(id, 'background');
  if (found.ok) await storeReading({ items: [found.value.raw], readAt }, { lease });
  else if (found.error.kind === 'problem' && found.error.problem.status === 404) await markGone(id, readAt);
}

/** Asks for many in one question. Gives the ids that it did not bring. */
async function askTogether(ids: string[], lease: WorkLease): Promise<string[]> {
  await keepPace('check', SHARE);
  const page = await listRecords({
    limit: ids.length,
    filters: ids.map((id) => ['ids', id] as const),
    priority: 'background',
  });
  if (!page.ok) return [];
  const found = new Set(page.value.items.map((item) => textOf(item, 'id')));
  // Also what it was not asked for is a true record of a transfer.
  await storeReading(page.value, { lease });
  if (![...found].every((id) => id !== undefined && ids.includes(id))) await disableFilter('ids');
  return ids.filter((id) => !found.has(id));
}
