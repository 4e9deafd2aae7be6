import 'server-only';
import { and, eq, gt, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import type { Role } from '@/lib/identity/roles';
import type { Transaction } from '@/lib/server/database/client';
import { sessions } from '@/lib/server/database/schema';
import { settings } from '@/lib/server/config/settings';

type SessionRow = typeof sessions.$inferSelect;

/** Whether a session still gives its person anything: neither ended nor too old nor idle for too long. */
export const isRunning = (idleMinutes: number | Placeholder = settings().SESSION_IDLE_MINUTES) =>
  and(
    isNull(sessions.endedAt),
    gt(sessions.endsAt, sql`now()`),
    sql`${sessions.seenAt} >= now() - make_interval(mins => ${idleMinutes})`,
  );

/** The running sessions that fit, locked in one order, so that two who end some never wait for each other. */
export function lockRunning(transaction: Transaction, condition: SQL | undefined): Promise<SessionRow[]> {
  return transaction.select().from(sessions).where(and(condition, isRunning())).orderBy(sessions.idHash).for('update');
}

/** Ends sessions at once, in every process. */
export async function markEnded(transaction: Transaction, ended: readonly SessionRow[]): Promise<void> {
  const keys = ended.map(({ idHash }) => idHash);
  await transaction
    .update(sessions)
    .set({ endedAt: sql`now()` })
    .where(inArray(sessions.idHash, keys));
}

/** What the audit log tells of a session that was ended. */
export function toEntry({ createdAt, roles, address, agent }: SessionRow): object {
  return { openedAt: createdAt.toISOString(), roles, address, agent };
}

/** Ends the sessions of a person that have a role which is none of theirs any more. Gives what is to be written down of each. */
export async function endOutdated(
  transaction: Transaction,
  { personId, roles }: { personId: string; roles: Role[] },
): Promise<Pick<AuditEntry, 'before' | 'after' | 'reason'>[]> {
  const found = await lockRunning(transaction, eq(sessions.personId, personId));
  const outdated = found.filter((session) => session.roles.some((role) => !roles.includes(role)));
  await markEnded(transaction, outdated);
  return outdated.map((session) => ({
    before: toEntry(session),
    after: { roles },
    reason: 'A later sign-in no longer brought all of its roles.',
  }));
}
