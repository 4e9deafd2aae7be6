import 'server-only';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

/** Writes a statement as the text and parameters that `pg` takes. */
export function writeStatement(statement: SQL): { text: string; values: unknown[] } {
  const { sql, params } = dialect.sqlToQuery(statement);
  return { text: sql, values: params };
}
