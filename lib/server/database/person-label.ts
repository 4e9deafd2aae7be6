import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { people } from '@/lib/server/database/schema/people';

type Named = Record<'id' | 'name' | 'email', AnyPgColumn>;

/**
 * Builds the SQL for a person's name as readers see it: with the e-mail address, or else a short id, where another
 * person's name looks the same (SQL function `person_label`). Takes an alias of `people`, too.
 */
export function personLabel({ id, name, email }: Named = people): SQL<string> {
  return sql<string>`person_label(${id}, ${name}, ${email})`;
}

/** Builds the same SQL for a left join (`personLabel`): null where the join found nobody. */
export function personLabelOrNull(named: Named = people): SQL<string | null> {
  return personLabel(named);
}
