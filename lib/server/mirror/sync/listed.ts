/**
 * Proves that a walk which ended at a page without records was complete, where TRANSFER_SERVICE_EMPTY_PAGE_ENDS lets
 * it: it must have listed every transfer of the mirror that the service still knows by its ID. The table keeps the IDs
 * of a walk, also when another process continues it. docs/specification/service-facts.md#reads
 */
import 'server-only';
import { sql } from 'drizzle-orm';
import { readText } from '@/lib/mirror/record-members';
import { database } from '@/lib/server/database/client';
import { markUnknownAtService } from '@/lib/server/mirror/sync/store-seen';
import { now } from '@/lib/server/runtime/clock';
import { getTransfer } from '@/lib/server/transfer-service/endpoints';
import { endRule } from '@/lib/server/transfer-service/read-pages';
import { theService } from '@/lib/text/service-name';

/** A walk, by what it is for and when it began (ISO 8601). */
export interface ListedWalk {
  purpose: 'mirror' | 'search';
  startedAt: string;
}

/** Records which transfers a page of the walk listed, where only that can prove its end. */
export async function recordListed({ purpose, startedAt }: ListedWalk, items: readonly unknown[]): Promise<void> {
  if (!endRule().endsAtEmptyPage) return;
  const ids = items.map((item) => readText(item, 'id')).filter((id) => id !== undefined);
  await database().execute(sql`
    insert into mirror_listed (purpose, started_at, id)
    select ${purpose}, ${startedAt}::timestamptz, id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as id
    on conflict do nothing`);
}

const CHUNK_SIZE = 10_000;
// Each is read by its ID, within the read budget.
const MAX_UNLISTED = 100;

/**
 * Explains, as a clause, why a walk that ended at a page without records proves nothing; null where it listed every
 * transfer that the mirror had when it began and that the service still knows. Forgets what it listed.
 */
export async function explainUnlisted(walk: ListedWalk): Promise<string | null> {
  const unlisted = await findUnlisted(walk);
  await database().execute(sql`delete from mirror_listed where purpose = ${walk.purpose}`);
  if (unlisted.length > MAX_UNLISTED) return `the list ended without more than ${MAX_UNLISTED} known transfers`;
  for (const id of unlisted) {
    const readAt = now();
    const found = await getTransfer(id, 'background');
    if (found.ok) return `the list ended without transfer ${id}, which ${theService()} still knows`;
    if (found.error.kind !== 'problem' || found.error.problem.status !== 404)
      return `the list ended without transfer ${id}, which could not be read by its ID`;
    await markUnknownAtService(id, readAt);
  }
  return null;
}

/** Finds transfers that the mirror had when the walk began and that it did not list; at most one more than are read. */
async function findUnlisted({ purpose, startedAt }: ListedWalk): Promise<string[]> {
  const unlisted: string[] = [];
  for (let after = ''; unlisted.length <= MAX_UNLISTED;) {
    const { rows } = await database().execute<{ id: string; isUnlisted: boolean }>(sql`
      select id, first_seen_at < ${startedAt}::timestamptz and gone_at is null and not exists (
        select from mirror_listed listed
        where purpose = ${purpose} and started_at = ${startedAt}::timestamptz and listed.id = mirror.id) as "isUnlisted"
      from mirror_transfers mirror where id > ${after} order by id limit ${CHUNK_SIZE}`);
    unlisted.push(...rows.filter(({ isUnlisted }) => isUnlisted).map(({ id }) => id));
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  return unlisted;
}
