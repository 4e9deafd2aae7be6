import 'server-only';
import { createHash } from 'node:crypto';
import { and, asc, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { type Database, database, type Transaction } from '@/lib/server/database/client';
import { personLabel } from '@/lib/server/database/person-label';
import { proofRoots, proofSetUpMembers, proofSetUps } from '@/lib/server/database/schema/proofs';
import { people } from '@/lib/server/database/schema/people';

/** Time that administrators have for a set-up. */
export const SET_UP_MINUTES = 30;

export type SetUp = typeof proofSetUps.$inferSelect;
/** A member of a set-up, with the name that readers see. */
export type SetUpRow = typeof proofSetUpMembers.$inferSelect & { name: string };

/** Gives the hash under which a one-time code is stored; spaces, dashes and case do not count. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toUpperCase()).digest('hex');
}

/** Opens a set-up for thirty minutes, once earlier ones that ran out are ended. Returns undefined while one is open. */
export async function openSetUp(
  transaction: Transaction,
  { codeHash }: { codeHash: string | null },
): Promise<string | undefined> {
  await transaction
    .update(proofSetUps)
    .set({ endedAt: sql`now()`, outcome: 'expired' })
    .where(and(isNull(proofSetUps.endedAt), lte(proofSetUps.endsAt, sql`now()`)));
  const [opened] = await transaction
    .insert(proofSetUps)
    .values({ codeHash, endsAt: sql`now() + make_interval(mins => ${SET_UP_MINUTES})` })
    .onConflictDoNothing()
    .returning({ id: proofSetUps.id });
  return opened?.id;
}

const isOpen = () => and(isNull(proofSetUps.endedAt), gt(proofSetUps.endsAt, sql`now()`));

/** Finds the set-up that is open now. */
export async function findOpen(from: Database | Transaction): Promise<SetUp | undefined> {
  const [found] = await from.select().from(proofSetUps).where(isOpen());
  return found;
}

/** Locks the set-up that is open now until the transaction ends. */
export async function lockOpen(transaction: Transaction): Promise<SetUp | undefined> {
  const [found] = await transaction.select().from(proofSetUps).where(isOpen()).for('update');
  return found;
}

/** Lists the members of a set-up in the order in which they joined. */
export async function listMembers(from: Database | Transaction, setUpId: string): Promise<SetUpRow[]> {
  const rows = await from
    .select({ member: proofSetUpMembers, name: personLabel() })
    .from(proofSetUpMembers)
    .innerJoin(people, eq(people.id, proofSetUpMembers.personId))
    .where(eq(proofSetUpMembers.setUpId, setUpId))
    .orderBy(asc(proofSetUpMembers.joinedAt), asc(proofSetUpMembers.personId));
  return rows.map(({ member, name }) => ({ ...member, name }));
}

/** Reads the newest root that all administrators agreed to and that the environment does not name yet. */
export async function readUnpinned(): Promise<string | null> {
  const [newest] = await database()
    .select({ fingerprint: proofRoots.fingerprint })
    .from(proofRoots)
    .orderBy(desc(proofRoots.at))
    .limit(1);
  return newest?.fingerprint ?? null;
}
