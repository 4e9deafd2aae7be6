import 'server-only';
import { inArray, sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import { fail, type Result } from '@/lib/result';
import { countCall } from '@/lib/server/auth/rate-limits';
import type { Person } from '@/lib/server/auth/sessions';
import { database } from '@/lib/server/database/client';
import { withdrawalRequests } from '@/lib/server/database/schema/requests';
import { keyOfReference } from '@/lib/withdrawals/reference';

/** Says of a reference that is taken, to a person who does not see every profile, only this. */
export const CANNOT_BE_USED = 'This reference cannot be used. Enter another one.';

/** Tells whether a person may learn what has a reference: who sees all profiles does. */
export const mayLearnOwner = ({ visibleProfiles }: Pick<Person, 'visibleProfiles'>) => visibleProfiles === 'all';

/**
 * Counts used references that a person who does not see every profile came upon; gives the denial of the whole call
 * once there were too many. Never within a transaction: it takes a connection of its own.
 */
export async function chargeTaken(person: Person, count: number): Promise<Denial | undefined> {
  if (mayLearnOwner(person)) return undefined;
  for (let charged = 0; charged < count; charged += 1) {
    const retryAfterS = await countCall('takenReference', { person, origin: person.origin });
    if (retryAfterS !== undefined) return { kind: 'too-many', retryAfterS };
  }
  return undefined;
}

/**
 * Hides what has the reference from a person who does not see every profile, so that references cannot be tried out,
 * and counts how often they come upon one. Any other outcome stays as it is.
 */
export async function hideOwner<Value, Failure extends { kind: string }>(
  person: Person,
  outcome: Result<Value, Failure>,
): Promise<Result<Value, Failure | Denial | { kind: 'reference-taken'; refId: string; isHidden: true }>> {
  if (outcome.ok || outcome.error.kind !== 'reference-taken' || mayLearnOwner(person)) return outcome;
  const denial = await chargeTaken(person, 1);
  if (denial) return fail(denial);
  const refId = 'refId' in outcome.error && typeof outcome.error.refId === 'string' ? outcome.error.refId : '';
  return fail({ kind: 'reference-taken', refId, isHidden: true });
}

/** Finds which of these references belong to a request already, in any case of their letters. */
export async function findTakenReferences(refIds: readonly string[]): Promise<Set<string>> {
  const column = sql<string>`lower(${withdrawalRequests.refId}) collate "C"`;
  const taken = await database()
    .select({ key: column })
    .from(withdrawalRequests)
    .where(inArray(column, refIds.map(keyOfReference)));
  const keys = new Set(taken.map(({ key }) => key));
  return new Set(refIds.filter((refId) => keys.has(keyOfReference(refId))));
}
