import 'server-only';
import { inArray } from 'drizzle-orm';
import { database } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';

/** Reads the names of people by their IDs. */
export async function readNames(personIds: readonly string[]): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map();
  const rows = await database()
    .select({ id: people.id, name: personLabel() })
    .from(people)
    .where(inArray(people.id, [...new Set(personIds)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
