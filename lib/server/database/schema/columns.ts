import 'server-only';
import { sql } from 'drizzle-orm';
import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Column of bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
/** Column of text that is compared byte by byte, so that one index serves equality, beginnings and order. */
/**
 * Makes the type of a column with a form. A member that the form had not yet as it was stored reads as it is in the
 * empty form.
 */
export const storedForm = <Form extends object>(empty: Form) =>
  customType<{ data: Form; driverData: unknown }>({
    dataType: () => 'json',
    toDriver: (form) => JSON.stringify(form),
    fromDriver: (stored) => ({ ...empty, ...(stored as Partial<Form>) }),
  });
export const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
/** Column of a time with its zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true });
/** Builds the check that a column has one of some values. */
export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);

/** Column for the moment of the write, within a transaction too. */
export const at = () =>
  instant('at')
    .notNull()
    .default(sql`clock_timestamp()`);
