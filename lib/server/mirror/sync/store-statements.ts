import 'server-only';
import { type SQL, sql } from 'drizzle-orm';

/*
 * The statements that write a page of records (lib/server/mirror/sync/store.ts). Both answer with the numbers of
 * records that were added and changed.
 */

/** How long an ID may be, in characters. */
export const MAX_ID_LENGTH = 200;

/**
 * Builds the statement that adds or replaces the transfers of a jsonb list, which may hold anything. The last of
 * several records with one ID counts.
 */
export function upsertStatement(records: SQL, readAt: Date): SQL {
  const items = sql`
    select distinct on (record->>'id') record
    from jsonb_array_elements(${records}) with ordinality as came(record, place)
    where jsonb_typeof(record) = 'object' and jsonb_typeof(record->'id') = 'string'
      and record->>'id' ~ '[^[:space:]]' and length(record->>'id') <= ${sql.raw(String(MAX_ID_LENGTH))}
    order by record->>'id', place desc`;
  return writeStatement(items, readAt, ON_CONFLICT);
}

/**
 * Builds the statement that adds the transfers of a jsonb list, each of which must be an object with a usable ID. It
 * takes nine tenths of the time of the upsert, and fails with a unique violation where one is stored or listed twice.
 */
export function insertStatement(records: SQL, readAt: Date): SQL {
  // By ID, as in the upsert, so that writers seldom wait for each other in a circle. In the order of a list with the
  // newest first, the index by time of creation would also become half as large again, for its pages would stay half
  // empty.
  const items = sql`select record from jsonb_array_elements(${records}) as came(record) order by record->>'id'`;
  return writeStatement(items, readAt, sql``);
}

/**
 * Builds the statement around the items to write. mirror_instant and mirror_amount give null rather than fail on bad
 * values; a page whose values are all good is read without them.
 */
function writeStatement(items: SQL, readAt: Date, onConflict: SQL): SQL {
  return sql`
    with item as (${items}),
    member as materialized (
      -- Each member is looked up once, however many columns follow from it. jsonb_to_record would take twice as long.
      select record, record->>'id' as id, record->>'ref_id' as ref_id, record->>'amount' as amount,
        record->>'total' as total, record->>'fee' as fee, record->>'asset' as asset,
        record->>'crypto_network' as crypto_network, record->>'type' as type, record->>'direction' as direction,
        record->>'status' as status, left(coalesce(record->'secondary_status'->>'name', ''), 200) as secondary,
        record->'status_details' as status_details, record->>'profile_id' as profile_id,
        record->>'created_at' as created_at, record->>'updated_at' as updated_at,
        record->>'crypto_tx_hash' as crypto_tx_hash, record->>'destination_address' as destination_address,
        record->>'group_id' as group_id
      from item
    ), good as materialized (
      select ${allMatch(['created_at', 'updated_at'], INSTANT)} as instants,
        ${allMatch(['amount', 'total', 'fee'], AMOUNT)}
          and coalesce(max(greatest(length(amount), length(total), length(fee))), 0) <= 60 as amounts
      from member
    ), field as (
      -- The offset keeps each value from being computed once for every column that follows from it.
      select *, ${instant('created_at')} as created, ${instant('updated_at')} as updated, ${amount('amount')} as amount_read
      from member offset 0
    ), written as (
      insert into mirror_transfers as mirror (
        id, record, created_at, updated_at, amount, total, fee, asset, network, type, direction, status,
        secondary_status, profile_id, has_problem, ref_key, hash_key, address_key, group_key, read_at, check_at)
      select id, record, coalesce(created, '-infinity'), coalesce(updated, created, '-infinity'),
        amount_read, ${amount('total')}, ${amount('fee')},
        ${column('asset')}, ${column('crypto_network')}, ${column('type')}, ${column('direction')},
        ${column('status')}, secondary, ${column('profile_id')},
        secondary <> '' or coalesce(status, '') = '' or created is null or amount_read is null
          or coalesce(jsonb_typeof(status_details) = 'object' and status_details <> '{}', false),
        ${lookupKey('ref_id')}, ${lookupKey('crypto_tx_hash')}, ${lookupKey('destination_address')},
        nullif(${lookupKey('group_id')}, '00000000-0000-0000-0000-000000000000'),
        ${readAt.toISOString()}::timestamptz, ${sql.raw(CHECK_AT)}
      from field
      ${onConflict}
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed
    from written`;
}

const ON_CONFLICT = sql`
  on conflict (id) do update set (
    record, created_at, updated_at, amount, total, fee, asset, network, type, direction, status,
    secondary_status, profile_id, has_problem, ref_key, hash_key, address_key, group_key,
    read_at, check_at, gone_at) = (
    excluded.record, excluded.created_at, excluded.updated_at, excluded.amount, excluded.total, excluded.fee,
    excluded.asset, excluded.network, excluded.type, excluded.direction, excluded.status,
    excluded.secondary_status, excluded.profile_id, excluded.has_problem, excluded.ref_key, excluded.hash_key,
    excluded.address_key, excluded.group_key,
    excluded.read_at, excluded.check_at, null)
  where mirror.read_at <= excluded.read_at
    -- A list may be stale, so an earlier updated_at does not replace a later one. But not for ever: clocks of the
    -- service's machines differ, and a clock that was wrong once must not block a transfer.
    and (excluded.updated_at >= mirror.updated_at or mirror_instant(excluded.record->>'updated_at') is null
      or excluded.read_at > mirror.read_at + interval '10 minutes')
    -- created_at may differ by milliseconds between reads (docs/specification/service-facts.md#fields).
    and (mirror.gone_at is not null or mirror.record - 'created_at' is distinct from excluded.record - 'created_at')`;

// What mirror_instant takes, without days that their month may not have.
const DAY = '(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31';
const TIME = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:[.][0-9]{1,9})?(?:[Zz]|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9])';
const INSTANT = `[12][0-9]{3}-(?:${DAY})[Tt ]${TIME}`;
// What mirror_amount takes, but for the length.
const AMOUNT = '[0-9]*[.]?[0-9]+';

/**
 * Tells in SQL whether all values of some members match a pattern. They are compared as one text with a line each: to
 * start a match takes PostgreSQL longer than to go on with it. There are as many lines as values unless a value has a
 * line break itself.
 */
function allMatch(members: readonly string[], pattern: string): SQL {
  const lines = `coalesce(string_agg(concat(${members.map(lineOf).join(', ')}), ''), '')`;
  const values = members.map((member) => `count(${member})`).join(' + ');
  return sql.raw(
    `${lines} ~ '^(?:${pattern}\\n)*$' and length(${lines}) - length(replace(${lines}, E'\\n', '')) = ${values}`,
  );
}

const lineOf = (member: string) => `${member} || E'\\n'`;
const instant = (member: string) =>
  sql.raw(`case when (select instants from good) then ${member}::timestamptz else mirror_instant(${member}) end`);
const amount = (member: string) =>
  sql.raw(`case when (select amounts from good) then ${member}::numeric else mirror_amount(${member}) end`);
// The first 200 characters: to count them takes longer than to see that there are no more bytes.
const shorten = (member: string, text = member) =>
  `case when octet_length(${member}) > 200 then left(${text}, 200) else ${text} end`;
const column = (member: string) => sql.raw(`coalesce(${shorten(member)}, '')`);
const lookupKey = (member: string) => sql.raw(`nullif(${shorten(member, `lower(${member})`)}, '')`);

// The next check of a transfer that is not final: after a tenth of the time since it last changed, from two seconds to
// six hours.
const CHECK_AT = `case when coalesce(status, '') not in ('COMPLETED', 'FAILED') then
  now() + least(
    greatest((now() - greatest(coalesce(updated, created), now() - interval '60 hours')) / 10, interval '2 seconds'),
    interval '6 hours') end`;
