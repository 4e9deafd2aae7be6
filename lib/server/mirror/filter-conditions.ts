import 'server-only';
import { joinConditions, sanitizeText } from '@/lib/server/database/query/conditions';
import { type SQL, sql } from 'drizzle-orm';
import { fieldConditions } from '@/lib/server/mirror/field-conditions';
import type { Bounds } from '@/lib/transfers/time-bounds';
import { hidesSettled, type TransferQuery, VALUE_FILTERS, type ValueFilter } from '@/lib/transfers/query';
import type { Reader } from '@/lib/identity/reader';
import { visibleTransfers } from '@/lib/server/database/visible-profiles';

/** The column of each filter by value, in mirror_transfers and mirror_totals alike. */
export const VALUE_COLUMNS: Record<ValueFilter, SQL> = {
  status: sql`status`,
  secondary: sql`secondary_status`,
  type: sql`type`,
  direction: sql`direction`,
  asset: sql`asset`,
  network: sql`network`,
  profile: sql`profile_id`,
};

/** The asset in which a transfer changes a balance, as in the trigger that fills mirror_totals. */
export const BALANCE_ASSET = sql`left(coalesce(nullif(record->>'balance_asset', ''), asset), 200)`;

/**
 * Builds the conditions of a query that hold for mirror_totals as well: what the reader may see, filters by value, and
 * `hasProblem`. They are all of a query without search and ranges, unless it hides settled transfers, which
 * mirror_totals does not tell apart.
 */
export function kindConditions(reader: Reader, { values, hasProblem }: TransferQuery): SQL[] {
  const conditions = VALUE_FILTERS.flatMap((filter) => {
    const [first, ...more] = values[filter] ?? [];
    if (first === undefined) return [];
    // With a single value, the index gives the order of the list as well.
    return more.length === 0
      ? sql`${VALUE_COLUMNS[filter]} = ${sanitizeText(first)}`
      : sql`${VALUE_COLUMNS[filter]} in ${[first, ...more].map(sanitizeText)}`;
  });
  return [...visibleTransfers(reader), ...conditions, ...(hasProblem ? [sql`has_problem`] : [])];
}

/** Builds the conditions of a query on mirror_transfers for a reader, without its search term. */
export function filterConditions(reader: Reader, query: TransferQuery): SQL[] {
  const { created, updated, amount } = query.ranges;
  const kind = kindConditions(reader, query);
  // Filters may exclude each other, such as an asset and a network; mirror_totals tells without reading any transfer.
  const exists =
    kind.length < 2
      ? []
      : [sql`(select coalesce(sum(transfers), 0) > 0 from mirror_totals where ${joinConditions(kind)})`];
  return [
    ...exists,
    ...kind,
    ...(hidesSettled(query) ? [sql`not is_settled`] : []),
    ...timeConditions(sql`created_at`, created),
    ...timeConditions(sql`updated_at`, updated),
    ...amountConditions(amount),
    ...fieldConditions(query.fields.map(({ value, ...field }) => ({ ...field, value: sanitizeText(value) }))),
  ];
}

/** Builds a timestamptz from microseconds since 1970. */
export function toInstant(microseconds: bigint | string): SQL {
  return sql`timestamptz 'epoch' + ${String(microseconds)}::bigint * interval '1 microsecond'`;
}

const DAY_US = 86_400_000_000n;

/** Builds the conditions of a range by time. A day is a whole day in UTC; the last day belongs to the range. */
export function timeConditions(column: SQL, { from, to }: Bounds = {}): SQL[] {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${toInstant(toMicroseconds(from))}`]),
    ...(to === undefined
      ? []
      : [
          isDay(to)
            ? sql`${column} < ${toInstant(toMicroseconds(to) + DAY_US)}`
            : sql`${column} <= ${toInstant(toMicroseconds(to))}`,
        ]),
  ];
}

function isDay(time: string): boolean {
  return !time.includes('T');
}

// Date has no microseconds, and reads a time without an offset in this machine's zone.
function toMicroseconds(time: string): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(time) ?? [];
  const isZoned = isDay(time) || /(?:Z|[+-]\d{2}:\d{2})$/.test(time);
  const wholeMs = Date.parse(time.replace(/\.\d+/, '') + (isZoned ? '' : 'Z'));
  return BigInt(wholeMs) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

// The expression of the index: -1 stands for an amount that is not a number, and lies in no range.
function amountConditions({ from, to }: Bounds = {}): SQL[] {
  if (from === undefined && to === undefined) return [];
  return [
    sql`coalesce(amount, -1) >= ${from ?? '0'}::numeric`,
    ...(to === undefined ? [] : [sql`coalesce(amount, -1) <= ${to}::numeric`]),
  ];
}
