import 'server-only';
import { asc, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '@/lib/identity/reader';
import type { NotFollowable } from '@/lib/requests/contract';
import { type Followable, followPairDenialReason, followUpDenialReason, isUnpaid } from '@/lib/requests/follow-up';
import type { LinkedRequest } from '@/lib/requests/request-summary';
import { REMAINDER_POSITION, TEST_POSITION } from '@/lib/requests/bundles/bundles';
import { fail, ok, type Result } from '@/lib/result';
import { fromRequests } from '@/lib/server/database/from-requests';
import { database, type Transaction } from '@/lib/server/database/client';
import { requestFollowUps, withdrawalRequests } from '@/lib/server/database/schema/requests';
import { sends } from '@/lib/server/database/schema/sends';
import { visibleRequests } from '@/lib/server/database/visible-profiles';
import { decidableColumns } from '@/lib/server/requests/load';
import { UUID } from '@/lib/text/uuid';
import { listFollowUpReferences, MAX_FOLLOW_UPS } from '@/lib/withdrawals/follow-up-reference';

type Database = Pick<Transaction, 'select'>;

/**
 * Selects the request that another one follows, or that follows it, as JSON (LinkedRequest); null for none, and where
 * the reader may not see it. `end`: which end of the link to give. For a statement that reads `withdrawal_requests`.
 */
export function linkedRequest(reader: Reader, end: 'follows' | 'followedBy'): SQL<LinkedRequest | null> {
  const [own, other] = end === 'follows' ? ['request_id', 'follows_id'] : ['follows_id', 'request_id'];
  const visible = visibleRequests(reader, sql`linked_version.body`);
  const onlyVisible = sql`join request_versions linked_version
    on linked_version.request_id = linked.id and linked_version.version = linked.version and ${visible ?? sql`true`}`;
  return sql`(select json_build_object('id', linked.id, 'refId', linked.ref_id)
    from request_follow_ups link join withdrawal_requests linked on linked.id = link.${sql.raw(other ?? '')}
    ${visible ? onlyVisible : sql``} where link.${sql.raw(own ?? '')} = ${withdrawalRequests.id})`;
}

/** A request that can be requested again, with the reference of the first request in its line. */
interface Followed extends LinkedRequest {
  firstRefId: string;
  /** The test payment whose remainder this is, where both are requested again as a whole; null otherwise. */
  testId: string | null;
}

/**
 * Finds the request that a follow-up of this one is linked with: the request itself, or the remainder of a test payment
 * of which nothing was paid. Fails with the reason where it cannot be requested again.
 */
export async function findFollowed(reader: Reader, id: string): Promise<Result<Followed, NotFollowable>> {
  return findIn(database(), reader, id);
}

/**
 * Locks the request that a new one follows until the transaction ends, and checks again that it can be requested again;
 * undefined for a new request that follows none.
 */
export async function lockFollowed(
  reader: Reader,
  transaction: Transaction,
  id: string | undefined,
): Promise<Result<LinkedRequest | undefined, NotFollowable>> {
  if (id === undefined) return ok(undefined);
  const { id: own } = withdrawalRequests;
  // A statement of its own: the next one must see what another transaction changed while this one waited.
  await transaction.select({ id: own }).from(withdrawalRequests).where(isPartOf(id)).orderBy(asc(own)).for('update');
  const found = await findIn(transaction, reader, id);
  return found.ok ? ok({ id: found.value.id, refId: found.value.refId }) : found;
}

/** Links a new request with the one that it follows. */
export async function saveFollowUp(transaction: Transaction, requestId: string, followsId: string): Promise<void> {
  await transaction.insert(requestFollowUps).values({ requestId, followsId });
}

/** Matches a request and, for a test payment or its remainder, the other part. */
function isPartOf(id: string): SQL {
  return sql`${withdrawalRequests.id} in (
    select ${id}::uuid union select part.id from withdrawal_requests own
    join bundles pair on pair.id = own.bundle_id and pair.kind = 'test-payment'
    join withdrawal_requests part on part.bundle_id = pair.id where own.id = ${id}::uuid)`;
}

const NOT_FOUND: NotFollowable = { kind: 'not-followable', reason: 'The withdrawal to request again was not found.' };

async function findIn(from: Database, reader: Reader, id: string): Promise<Result<Followed, NotFollowable>> {
  const rows = UUID.test(id) ? await selectFollowables(from, reader, id) : [];
  const asked = rows.find((row) => row.id === id);
  if (!asked) return fail(NOT_FOUND);
  const test = rows.find(({ position }) => position === TEST_POSITION);
  const remainder = rows.find(({ position }) => position === REMAINDER_POSITION);
  // Where the test payment was paid, only the rest is missing.
  const isWhole = rows.length === 2 && test && remainder && isUnpaid(test);
  const target = isWhole ? remainder : asked;
  const reason = isWhole ? followPairDenialReason(test, remainder) : followUpDenialReason(asked);
  if (reason !== undefined)
    return fail({ kind: 'not-followable', reason, ...(target.followedBy && { requestId: target.followedBy.id }) });
  return ok({
    id: target.id,
    refId: target.refId,
    firstRefId: target.firstRefId ?? target.refId,
    testId: isWhole ? test.id : null,
  });
}

type FollowableRow = Followable & LinkedRequest & { position: number | null; firstRefId: string | null };

async function selectFollowables(from: Database, reader: Reader, id: string): Promise<FollowableRow[]> {
  const { id: own, refId, state, bundlePosition } = withdrawalRequests;
  const { isBeforeRestore, isFollowed } = decidableColumns();
  const columns = {
    id: own,
    refId,
    state,
    position: bundlePosition,
    sendState: sends.state,
    transferStatus: sends.transferStatus,
    followedBy: linkedRequest(reader, 'followedBy'),
    firstRefId: firstReference(),
    isBeforeRestore,
    hasFollowUp: isFollowed,
  };
  const rows = await fromRequests(from, columns, reader).where(isPartOf(id));
  return rows.map(({ sendState, transferStatus, hasFollowUp, followedBy, ...row }) => ({
    ...row,
    send: sendState && { state: sendState, transferStatus },
    followedBy: followedBy ?? (hasFollowUp ? HIDDEN : null),
  }));
}

/** Stands for a follow-up that the reader may not see. */
const HIDDEN: LinkedRequest = { id: '', refId: 'a request that you may not see' };

/** Selects the reference of the first request in the line that ends with `withdrawal_requests`. */
function firstReference(): SQL<string | null> {
  return sql`(with recursive line as (
      select ${withdrawalRequests.id} as id, 0 as depth
      union all select link.follows_id, depth + 1 from line join request_follow_ups link on link.request_id = line.id)
    select first.ref_id from line join withdrawal_requests first on first.id = line.id order by depth desc limit 1)`;
}

const PART = 100;

/**
 * Finds the next unused reference for a follow-up, such as "INV-2291-2" for "INV-2291"; empty where all of them are
 * used, so that one is generated. Used means: by a request of any person, or by a transfer in the mirror, in any case.
 */
export async function findFollowUpReference(_reader: Reader, firstRefId: string): Promise<string> {
  for (let from = 0; from < MAX_FOLLOW_UPS; from += PART) {
    const offered = listFollowUpReferences(firstRefId, from, PART);
    const keys = JSON.stringify(offered.map((reference) => reference.toLowerCase()));
    const { rows } = await database().execute<{ key: string }>(sql`
      select key from jsonb_array_elements_text(${keys}::jsonb) as offered(key)
      where exists (select 1 from withdrawal_requests where lower(ref_id) collate "C" = key)
        or exists (select 1 from mirror_transfers where ref_key = left(key, 200))`);
    const used = new Set(rows.map(({ key }) => key));
    const free = offered.find((reference) => !used.has(reference.toLowerCase()));
    if (free !== undefined) return free;
  }
  return '';
}
