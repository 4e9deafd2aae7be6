import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { isServiceAmount } from '@/lib/money/format-amount';
import { escapeLike } from '@/lib/server/database/query/escape-like';
import type { FieldCondition, FieldFilter } from '@/lib/transfers/field-filters';

/** How many characters of a key are stored, and compared. */
export const MAX_KEY_LENGTH = 200;
// Other characters can be several in lower case.
const ASCII = /^[ -~]+$/u;
// The nil UUID means absent (docs/specification/service-facts.md#fields).
const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** The columns that hold a member in lower case, cut after 200 characters, each with an index. */
const KEY_COLUMNS: Partial<Record<FieldFilter, SQL>> = {
  ref_id: sql`ref_key`,
  crypto_tx_hash: sql`hash_key`,
  destination_address: sql`address_key`,
  group_id: sql`group_key`,
};
/** The members that are compared as numbers, so that 0.10 finds 0.1. */
const NUMBERS: Partial<Record<FieldFilter, SQL>> = {
  total: sql`total`,
  fee: sql`fee`,
  notional_value: sql`mirror_amount(record ->> 'notional_value')`,
};

/**
 * Builds the conditions on mirror_transfers for filters by fields: any of those on one field, and all of the fields.
 * Identifiers, references, addresses, hashes, totals and memos are found by an index; the others are read in the order
 * of the list, so that a rare value takes until the time limit of the caller. The values must be sanitized
 * (`sanitizeText`).
 */
export function fieldConditions(conditions: readonly FieldCondition[]): SQL[] {
  const fields = [...new Set(conditions.map(({ field }) => field))];
  return fields.map((field) => {
    const any = conditions.filter((condition) => condition.field === field).map(fieldCondition);
    return sql`(${sql.join(any, sql` or `)})`;
  });
}

function fieldCondition({ field, match, value }: FieldCondition): SQL {
  if (match === 'empty') return sql`${memberOf(field)} is null`;
  if (match === 'present') return sql`${memberOf(field)} is not null`;
  const number = NUMBERS[field];
  if (number && isServiceAmount(value)) return sql`${number} = ${value}::numeric`;
  // An id is stored as the service wrote it, which is nearly always in lower case.
  if (field === 'id') return sql`id in (${value}, lower(${value}::text))`;
  const exact = sql`lower(${memberOf(field)}) = lower(${value}::text)`;
  const key = KEY_COLUMNS[field];
  if (key) {
    const isKey = sql`${key} = ${toKey(sql`${value}::text`)}`;
    const isWhole = ASCII.test(value) && value.length < MAX_KEY_LENGTH;
    // Of a condition on a member of the record, the planner expects that nearly nothing meets it.
    return isWhole ? isKey : sql`(${isKey} and ${exact})`;
  }
  // mirror_text has the memo on lines of its own; a text without letters or digits has no trigram.
  if (field === 'memo' && /[\p{L}\p{N}]/u.test(value))
    return sql`(mirror_text(record) like E'%\n' || lower(${escapeLike(value)}::text) || E'\n%' and ${exact})`;
  return exact;
}

/** Builds the key of a text, as the mirror stores keys: in lower case, and cut. */
export function toKey(text: SQL): SQL {
  return sql`left(lower(${text}), ${sql.raw(String(MAX_KEY_LENGTH))})`;
}

function memberOf(field: FieldFilter): SQL {
  if (field === 'balance_asset') return sql.raw(`coalesce(nullif(record ->> 'balance_asset', ''), nullif(asset, ''))`);
  const isReference = field === 'group_id' || field === 'identity_id' || field === 'account_id';
  const member = `nullif(record ->> '${field}', '')`;
  return sql.raw(isReference ? `nullif(${member}, '${NIL_UUID}')` : member);
}
