import 'server-only';
import { sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
// Compared byte by byte, as in the mirror.
export const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
export const instant = (name: string) => timestamp(name, { withTimezone: true });
export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);
