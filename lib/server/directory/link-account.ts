import 'server-only';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '@/lib/server/database/client';
import { directoryUsers } from '@/lib/server/database/schema/people';

/**
 * Returns whether the directory has deactivated or deleted the account that a sign-in names. Locks the account, so that
 * a change that is being made is waited for, and one that comes later finds the session.
 */
export async function isDeactivated(transaction: Transaction, directoryId: string | null): Promise<boolean> {
  if (directoryId === null) return false;
  const [account] = await transaction
    .select({ isActive: directoryUsers.isActive })
    .from(directoryUsers)
    .where(eq(directoryUsers.externalId, directoryId))
    .orderBy(sql`${directoryUsers.deletedAt} is not null`, desc(directoryUsers.createdAt))
    .limit(1)
    .for('share');
  return account !== undefined && !account.isActive;
}

/** Links the account that a sign-in names to its person, so that the directory can suspend them. */
export async function linkAccount(
  transaction: Transaction,
  { directoryId, personId }: { directoryId: string | null; personId: string },
): Promise<void> {
  if (directoryId === null) return;
  await transaction
    .update(directoryUsers)
    .set({ personId })
    .where(
      and(
        eq(directoryUsers.externalId, directoryId),
        isNull(directoryUsers.deletedAt),
        sql`${directoryUsers.personId} is distinct from ${personId}::uuid`,
      ),
    );
}
