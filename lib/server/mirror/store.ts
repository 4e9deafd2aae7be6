import 'server-only';
import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '@/lib/server/database/client';
import { mirrorQuarantine } from '@/lib/server/database/mirror-schema';

/** What one read of the service brought. */
export interface Reading {
  /** The items as they were parsed. */
  items: readonly unknown[];
  /** The same as the service wrote it, so that it need not be written again; `member` is where in it the list lies. */
  page?: { text: string; member: string };
  /** When the read began. What was read before never replaces what was read later. */
  readAt: Date;
}

export interface Stored {
  added: number;
  changed: number;
  /** How many could not be kept, or not as they came. */
  quarantined: number;
}

const LONGEST_ID = 200;
const LONGEST_KEPT_ITEM = 20_000;
// What jsonb refuses although JSON allows it. An escaped backslash before it is a false alarm, and costs nothing but time.
const REFUSED_BY_JSONB = /\\u(?:0000|d[89a-f])/i;

/**
 * Puts what was read into the mirror, within the caller's transaction. A record that is already there is written only
 * where it changed and was not read later; what is no transfer goes into quarantine. Never fails because of what came.
 */
export async function storeTransfers(transaction: Transaction, { items, page, readAt }: Reading): Promise<Stored> {
  const unusable = items.filter((item) => !isUsable(item));
  await quarantine(transaction, unusable, 'It is no transfer: no object, or without an id of 1 to 200 characters.');
  const usable = items.filter(isUsable);
  if (usable.length === 0) return { added: 0, changed: 0, quarantined: unusable.length };
  const plain = page && !REFUSED_BY_JSONB.test(page.text) ? page : undefined;
  // What the database can nest and this process cannot write again would end every page of the list that it is on.
  const list = !usable.every(isShallow)
    ? undefined
    : plain
      ? sql`${plain.text}::jsonb -> ${plain.member}::text`
      : asList(usable);
  const put = list && (await putAll(transaction, list, readAt));
  if (put) return { ...put, quarantined: unusable.length };
  return putEach(transaction, usable, readAt, unusable.length);
}

/** Writes a list in one statement. Undefined where the database refuses something that is in it. */
async function putAll(
  transaction: Transaction,
  list: SQL,
  readAt: Date,
): Promise<{ added: number; changed: number } | undefined> {
  try {
    return await transaction.transaction(async (nested) => {
      const { rows } = await nested.execute<{ added: number; changed: number }>(putStatement(list, readAt));
      return { added: rows[0]?.added ?? 0, changed: rows[0]?.changed ?? 0 };
    });
  } catch (error) {
    // Class 22: the data; 54: beyond a limit of the database (https://www.postgresql.org/docs/15/errcodes-appendix.html).
    if (error instanceof Error && 'code' in error && /^(?:22|54)/.test(String(error.code))) return undefined;
    throw error;
  }
}

/** One by one, so that one item spoils no other. */
async function putEach(
  transaction: Transaction,
  items: readonly unknown[],
  readAt: Date,
  quarantined: number,
): Promise<Stored> {
  const stored = { added: 0, changed: 0, quarantined };
  for (const item of items) {
    const isSpoilt = REFUSED_BY_JSONB.test(asText(item));
    if (isSpoilt)
      await quarantine(
        transaction,
        [item],
        'It holds characters that the database does not keep; it is in the list with � in their place.',
      );
    const list = asList(isSpoilt ? withoutRefused(item) : [item]);
    const put = list && isShallow(item) ? await putAll(transaction, list, readAt) : undefined;
    if (!put) await quarantine(transaction, [item], 'The database cannot keep it; it is not in the list.');
    stored.added += put?.added ?? 0;
    stored.changed += put?.changed ?? 0;
    if (isSpoilt || !put) stored.quarantined += 1;
  }
  return stored;
}

/** Undefined where it cannot be written, because it is nested too deeply. */
function asList(items: readonly unknown[]): SQL | undefined {
  try {
    return sql`${JSON.stringify(items)}::jsonb`;
  } catch {
    return undefined;
  }
}

/** As JSON, escaped, so that it can be kept whatever is in it. */
function asText(item: unknown): string {
  try {
    return JSON.stringify(item) ?? 'undefined';
  } catch {
    const id =
      typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? item.id : undefined;
    return JSON.stringify({ id, note: 'nested too deeply to be written' });
  }
}

const mend = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** A list of the item without what jsonb refuses; empty where it is nested too deeply to be gone through. */
function withoutRefused(item: unknown): unknown[] {
  try {
    const mended: unknown = JSON.parse(JSON.stringify(item), (_name, value: unknown) => {
      if (typeof value === 'string') return mend(value);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [mend(name), member]));
    });
    return [mended];
  } catch {
    return [];
  }
}

const DEEPEST = 500;

/** Without going down by calls, which is what fails where it is deep. */
function isShallow(item: unknown): boolean {
  let level: unknown[] = [item];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return false;
    level = level
      .flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
      .filter((value) => typeof value === 'object' && value !== null);
  }
  return true;
}

function isUsable(item: unknown): boolean {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return false;
  const { id } = item as { id?: unknown };
  return (
    typeof id === 'string' &&
    /\S/.test(id) &&
    !id.includes('\0') &&
    id.isWellFormed() &&
    Array.from(id).length <= LONGEST_ID
  );
}

async function quarantine(transaction: Transaction, items: readonly unknown[], reason: string): Promise<void> {
  for (const item of items) {
    const text = asText(item);
    const fingerprint = createHash('sha256').update(text).digest('hex');
    await transaction
      .insert(mirrorQuarantine)
      .values({ fingerprint, item: text.slice(0, LONGEST_KEPT_ITEM), reason })
      .onConflictDoUpdate({
        target: mirrorQuarantine.fingerprint,
        set: { times: sql`${mirrorQuarantine.times} + 1`, lastSeenAt: sql`now()`, reason },
      });
  }
}

/** The columns follow from the record by mirror_instant and mirror_amount, which answer null rather than fail (migration 0005). */
function putStatement(list: SQL, readAt: Date): SQL {
  return sql`
    with item as (
      select distinct on (record->>'id') record
      from jsonb_array_elements(${list}) with ordinality as came(record, place)
      where jsonb_typeof(record) = 'object' and jsonb_typeof(record->'id') = 'string' and record->>'id' ~ '[^[:space:]]' and length(record->>'id') <= ${sql.raw(String(LONGEST_ID))}
      order by record->>'id', place desc
    ), field as materialized (
      -- Each member is looked for and read once, however many columns follow from it.
      select record, named.*, mirror_instant(created_at) as created, mirror_instant(updated_at) as updated, mirror_amount(amount) as amount_read,
        left(coalesce(secondary_status->>'name', ''), 200) as secondary
      from item, jsonb_to_record(record) as named(
        id text, ref_id text, amount text, total text, fee text, asset text, crypto_network text, type text, direction text, status text,
        secondary_status jsonb, status_details jsonb, profile_id text, created_at text, updated_at text, crypto_tx_hash text, destination_address text, group_id text)
    ), put as (
      insert into mirror_transfers as mirror (
        id, record, created_at, updated_at, amount, total, fee, asset, network, type, direction, status, secondary_status, profile_id,
        has_problem, ref_key, hash_key, address_key, group_key, read_at, check_at)
      select id, record, coalesce(created, '-infinity'), coalesce(updated, created, '-infinity'), amount_read, mirror_amount(total), mirror_amount(fee),
        ${keyOf('asset')}, ${keyOf('crypto_network')}, ${keyOf('type')}, ${keyOf('direction')}, ${keyOf('status')}, secondary, ${keyOf('profile_id')},
        secondary <> '' or coalesce(status, '') = '' or created is null or amount_read is null
          or coalesce(jsonb_typeof(status_details) = 'object' and status_details <> '{}', false),
        ${lookupOf('ref_id')}, ${lookupOf('crypto_tx_hash')}, ${lookupOf('destination_address')}, nullif(${lookupOf('group_id')}, '00000000-0000-0000-0000-000000000000'),
        ${readAt.toISOString()}::timestamptz, ${sql.raw(CHECK_AT)}
      from field
      on conflict (id) do update set (
        record, created_at, updated_at, amount, total, fee, asset, network, type, direction, status, secondary_status, profile_id,
        has_problem, ref_key, hash_key, address_key, group_key, read_at, check_at, gone_at) = (
        excluded.record, excluded.created_at, excluded.updated_at, excluded.amount, excluded.total, excluded.fee, excluded.asset, excluded.network,
        excluded.type, excluded.direction, excluded.status, excluded.secondary_status, excluded.profile_id, excluded.has_problem, excluded.ref_key,
        excluded.hash_key, excluded.address_key, excluded.group_key, excluded.read_at, excluded.check_at, null)
      where mirror.read_at <= excluded.read_at
        -- A list may lag behind: what says itself that it is older is older.
        -- But not for ever: clocks of a service's machines differ, and one that was wrong once must not stand in the way.
        and (excluded.updated_at >= mirror.updated_at or mirror_instant(excluded.record->>'updated_at') is null
          or excluded.read_at > mirror.read_at + interval '10 minutes')
        -- created_at may differ by milliseconds from one kind of read to another (service-facts, "Fields").
        and (mirror.gone_at is not null or mirror.record - 'created_at' is distinct from excluded.record - 'created_at')
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed from put`;
}

const keyOf = (member: string) => sql.raw(`left(coalesce(${member}, ''), 200)`);
const lookupOf = (member: string) => sql.raw(`nullif(left(lower(${member}), 200), '')`);

// Soon at first, then less often: after a tenth of the time since it last changed, from two seconds to six hours.
const CHECK_AT = `case when coalesce(status, '') not in ('COMPLETED', 'FAILED') then
  now() + least(greatest((now() - greatest(coalesce(updated, created), now() - interval '60 hours')) / 10, interval '2 seconds'), interval '6 hours') end`;
