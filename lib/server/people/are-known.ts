import 'server-only';
import { inArray } from 'drizzle-orm';
import type { Transaction } from '@/lib/server/database/client';
import { people } from '@/lib/server/database/schema/people';

/** Tells whether all of these people have signed in before. */
export async function areKnown(personIds: readonly string[], selecting: Pick<Transaction, 'select'>): Promise<boolean> {
  const ids = [...new Set(personIds)];
  const known = await selecting.select({ id: people.id }).from(people).where(inArray(people.id, ids));
  return known.length === ids.length;
}
