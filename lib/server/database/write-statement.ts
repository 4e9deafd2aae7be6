import 'server-only';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

/** The text of a statement and its parameters, as `pg` takes them. */
export function writeStatement(statement: SQL): { text: string; values: unknown[] } {
  const { sql, params } = dialect.sqlToQuery(statement);
  return { text: sql, values: params };
}
