import 'server-only';
import { type SQL, sql } from 'drizzle-orm';

/** Escapes the wildcards of LIKE, so that a pattern matches the text literally: "50%" gives "50\%". */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

// Each further word only narrows a search that is narrow already.
const MAX_WORDS = 10;

/**
 * Builds the condition that a column contains each word of a text, in any order and case; an index on
 * `fold_case(column)` with gin_trgm_ops serves it. `fold_case` knows every language in any locale.
 */
export function containsWords(column: SQL, text: string): SQL {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const conditions = words
    .slice(0, MAX_WORDS)
    .map((word) => sql`fold_case(${column}) like '%' || fold_case(${escapeLike(word)}::text) || '%'`);
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` and `)})`;
}
