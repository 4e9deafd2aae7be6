import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { type Bounds, type TransferQuery, VALUE_FILTERS, type ValueFilter } from '@/lib/transfers/query';

/** The columns of mirror_transfers, and of mirror_totals, that hold what can be filtered by value. */
export const VALUE_COLUMNS: Record<ValueFilter, SQL> = {
  status: sql`status`,
  secondary: sql`secondary_status`,
  type: sql`type`,
  direction: sql`direction`,
  asset: sql`asset`,
  network: sql`network`,
  profile: sql`profile_id`,
};

/** The conditions of a query that mirror_totals knows as well. */
export function kindConditions({ values, hasProblem }: TransferQuery): SQL[] {
  const conditions = VALUE_FILTERS.flatMap((filter) => {
    const [first, ...more] = values[filter] ?? [];
    if (first === undefined) return [];
    // A single value lets the index give the order of the list as well.
    return more.length === 0
      ? sql`${VALUE_COLUMNS[filter]} = ${sanitizeText(first)}`
      : sql`${VALUE_COLUMNS[filter]} in ${[first, ...more].map(sanitizeText)}`;
  });
  return hasProblem ? [...conditions, sql`has_problem`] : conditions;
}

/** The conditions of a query on mirror_transfers, without what is searched for. */
export function filterConditions(query: TransferQuery): SQL[] {
  const { created, updated, amount } = query.ranges;
  const kind = kindConditions(query);
  // Several values may exclude each other, such as an asset and a network: then no row is read to find that out.
  const exists =
    kind.length < 2 ? [] : [sql`(select coalesce(sum(transfers), 0) > 0 from mirror_totals where ${allOf(kind)})`];
  return [
    ...exists,
    ...kind,
    ...timeConditions(sql`created_at`, created),
    ...timeConditions(sql`updated_at`, updated),
    ...amountConditions(amount),
  ];
}

/** All of them; true where there is none. */
export function allOf(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
}

/** An instant by its microseconds since 1970. */
export function instantOf(microseconds: bigint | string): SQL {
  return sql`timestamptz 'epoch' + ${String(microseconds)}::bigint * interval '1 microsecond'`;
}

/** A text as the mirror keeps it: what PostgreSQL refuses in a text is � there (mirror/store). */
export function sanitizeText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

const DAY_US = 86_400_000_000n;

// A day is a whole day in UTC, and the last one belongs to the range.
function timeConditions(column: SQL, { from, to }: Bounds = {}): SQL[] {
  return [
    ...(from === undefined ? [] : [sql`${column} >= ${instantOf(microsecondsOf(from))}`]),
    ...(to === undefined
      ? []
      : [
          isDay(to)
            ? sql`${column} < ${instantOf(microsecondsOf(to) + DAY_US)}`
            : sql`${column} <= ${instantOf(microsecondsOf(to))}`,
        ]),
  ];
}

function isDay(time: string): boolean {
  return !time.includes('T');
}

// Date knows milliseconds alone, and takes a time without an offset for one of this machine's zone.
function microsecondsOf(time: string): bigint {
  const [, fraction = ''] = /\.(\d+)/.exec(time) ?? [];
  const isZoned = isDay(time) || /(?:Z|[+-]\d{2}:\d{2})$/.test(time);
  const wholeMs = Date.parse(time.replace(/\.\d+/, '') + (isZoned ? '' : 'Z'));
  return BigInt(wholeMs) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

// As the index has it: -1 stands for an amount that is no number, and belongs to no range.
function amountConditions({ from, to }: Bounds = {}): SQL[] {
  if (from === undefined && to === undefined) return [];
  return [
    sql`coalesce(amount, -1) >= ${from ?? '0'}::numeric`,
    ...(to === undefined ? [] : [sql`coalesce(amount, -1) <= ${to}::numeric`]),
  ];
}
