import 'server-only';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Statement } from '@/lib/proof/statement';
import { database, type Transaction } from '@/lib/server/database/client';
import { proofEntries } from '@/lib/server/database/schema/proofs';
import { people } from '@/lib/server/database/schema/people';
import { personLabel } from '@/lib/server/database/person-label';

/**
 * Explains why a person cannot sign a change of another person's passkey besides its owner and those who signed it
 * before: two of these accounts belong to one person, or one of the others is suspended. Undefined where they can.
 */
export async function otherPeopleBlockReason(
  transaction: Transaction,
  personId: string,
  { statement: { kind, subject }, ownerId }: { statement: Statement; ownerId: string | undefined },
): Promise<string | undefined> {
  const signed = await transaction
    .select({ personId: proofEntries.personId })
    .from(proofEntries)
    .where(and(eq(proofEntries.subject, subject.id), eq(proofEntries.kind, kind)));
  // The owner may remove the passkey alone, so a second account of the owner adds nothing there.
  const owner = kind === 'key.remove' || ownerId === undefined ? [] : [ownerId];
  const others = [...signed.map((entry) => entry.personId), ...owner];
  const found = await findOneOf(transaction, personId, others);
  if (found === 'same-person')
    return 'Your account and another one that this passkey concerns belong to one person. Another person must sign.';
  if (found !== 'suspended') return undefined;
  return kind === 'key.confirm'
    ? 'Its owner, or a person who signed before, is suspended. The owner withdraws the passkey and adds another one.'
    : 'The person concerned, or a person who signed before, is suspended. Two administrators lift the suspension first.';
}

/** Tells whether an account belongs to the same person as one of others, or whether one of these is suspended. */
export async function findOneOf(
  transaction: Transaction,
  personId: string,
  others: readonly string[],
): Promise<'same-person' | 'suspended' | undefined> {
  if (others.length === 0) return undefined;
  const rows = await transaction
    .select({
      isSuspended: sql<boolean>`is_suspended(${people.id})`,
      isSamePerson: sql<boolean>`identity_keys_since(${people.id}, now() - interval '1 day')
        && identity_keys_since(${personId}::uuid, now() - interval '1 day')`,
    })
    .from(people)
    .where(and(inArray(people.id, [...others]), ne(people.id, personId)));
  if (rows.some(({ isSamePerson }) => isSamePerson)) return 'same-person';
  return rows.some(({ isSuspended }) => isSuspended) ? 'suspended' : undefined;
}

/** Reads the names of people by their IDs. */
export async function readNames(personIds: readonly string[]): Promise<Map<string, string>> {
  if (personIds.length === 0) return new Map();
  const rows = await database()
    .select({ id: people.id, name: personLabel() })
    .from(people)
    .where(inArray(people.id, [...new Set(personIds)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}
