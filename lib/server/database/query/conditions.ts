import 'server-only';
import { type SQL, sql } from 'drizzle-orm';

/** Joins conditions with `and`; `true` if there are none. */
export function joinConditions(conditions: readonly SQL[]): SQL {
  return conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
}

/** Joins conditions with `or`; there must be at least one. */
export function anyOf(conditions: readonly SQL[]): SQL {
  return sql`(${sql.join([...conditions], sql` or `)})`;
}

/**
 * Sanitizes a text as the mirror stores it: � replaces what PostgreSQL rejects in text
 * (lib/server/mirror/sync/store.ts).
 */
export function sanitizeText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
