import 'server-only';
import { sql } from 'drizzle-orm';
import { readText } from '@/lib/mirror/record-members';
import { now } from '@/lib/server/runtime/clock';
import { database } from '@/lib/server/database/client';
import { keepPace } from '@/lib/server/transfer-service/budget';
import { disableFilter, isUsableFilter } from '@/lib/server/mirror/sync/service-filters';
import { markUnknownAtService } from '@/lib/server/mirror/sync/store-seen';
import { storeReading } from '@/lib/server/mirror/sync/sync-state';
import { getTransfer, listRecords } from '@/lib/server/transfer-service/endpoints';
import { settings } from '@/lib/server/config/settings';
import type { WorkLease } from '@/lib/server/workers/lease';

const READ_SHARE = 2 / 5;
const MAX_CONCURRENT_READS = 5;
// The most values of a repeated parameter (docs/specification/service-facts.md#reads).
const BATCH_SIZE = 100;

/**
 * Reads transfers that are not final again by their id: soon after they changed, then less often (check_at, set by
 * lib/server/mirror/sync/store.ts). Leaves out those that lib/server/sends/track.ts reads. Returns the number read.
 */
export async function checkPendingTransfers(lease: WorkLease): Promise<number> {
  const isBatched = isUsableFilter('ids');
  const ids = await claimDue(
    isBatched ? Math.min(BATCH_SIZE, settings().TRANSFER_SERVICE_PAGE_LIMIT) : MAX_CONCURRENT_READS,
  );
  const singly = isBatched && ids.length > 1 ? await readBatch(ids, lease) : ids;
  // A transfer that the list did not return may be unknown to the service; only reading it by its id tells.
  for (let next = 0; next < singly.length; next += MAX_CONCURRENT_READS) {
    await Promise.all(singly.slice(next, next + MAX_CONCURRENT_READS).map((id) => readOne(id, lease)));
  }
  return ids.length;
}

/** Claims the ids that are due and schedules their next check, whatever the read will give. */
async function claimDue(limit: number): Promise<string[]> {
  const { rows } = await database().execute<{ id: string }>(sql`
    with quiet as (select set_config('synchronous_commit', 'off', true)),
    due as (
      select id from mirror_transfers, quiet
      where check_at <= now() and not exists (
        select from sends where sends.transfer_id = mirror_transfers.id and sends.track_at is not null)
      order by check_at limit ${limit} for update of mirror_transfers skip locked)
    update mirror_transfers mirror set check_at = now() + case
      when gone_at is not null then least(greatest((now() - gone_at) / 2, interval '1 minute'), interval '6 hours')
      else least(
        greatest((now() - greatest(updated_at, now() - interval '60 hours')) / 10, interval '2 seconds'),
        interval '6 hours') end
    from due where mirror.id = due.id
    returning mirror.id`);
  return rows.map(({ id }) => id);
}

async function readOne(id: string, lease: WorkLease): Promise<void> {
  await keepPace('check', READ_SHARE);
  const readAt = now();
  const found = await getTransfer(id, 'background');
  if (found.ok) await storeReading({ items: [found.value.raw], readAt }, { lease });
  else if (found.error.kind === 'problem' && found.error.problem.status === 404) await markUnknownAtService(id, readAt);
}

/** Reads many transfers with one list request. Returns the ids that it did not return. */
async function readBatch(ids: string[], lease: WorkLease): Promise<string[]> {
  await keepPace('check', READ_SHARE);
  const page = await listRecords({
    limit: ids.length,
    filters: ids.map((id) => ['ids', id] as const),
    priority: 'background',
  });
  if (!page.ok) return [];
  const found = new Set(page.value.items.map((item) => readText(item, 'id')));
  // A record that was not requested is a valid record all the same.
  await storeReading(page.value, { lease });
  if (![...found].every((id) => id !== undefined && ids.includes(id))) await disableFilter('ids');
  return ids.filter((id) => !found.has(id));
}
