import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';

const NO_ENTRY = sql.raw(`${Number.MAX_SAFE_INTEGER}::bigint`);

/**
 * Finds numbers between which all entries of the audit log of a time are, `begin` inclusive, so that the indexes that
 * end with the number serve times too. Numbers follow times but where a clock was set back: by an hour at most, or
 * entries would be missing.
 */
export async function findNumbers(
  begin: Date | undefined,
  end: Date | undefined,
): Promise<{ first: string; last: string }> {
  const early = begin && sql`${toInstant(begin)} - interval '1 hour'`;
  const late = end && sql`${toInstant(end)} + interval '1 hour'`;
  const first = early && sql`(select seq from audit_log where at >= ${early} order by at limit 1)`;
  const last = late && sql`(select seq from audit_log where at < ${late} order by at desc limit 1)`;
  const { rows } = await database().execute<{ first: string; last: string }>(
    sql`select coalesce(${first ?? sql`1`}, ${NO_ENTRY}) as first, coalesce(${last ?? NO_ENTRY}, 0) as last`,
  );
  return rows[0] ?? { first: '1', last: '0' };
}

/**
 * Writes a moment for PostgreSQL, which reads no year of five digits in ISO 8601; the last day of a filter ends there.
 */
export function toInstant(moment: Date): SQL {
  return sql`to_timestamp(${moment.getTime()}::float8 / 1000)`;
}
