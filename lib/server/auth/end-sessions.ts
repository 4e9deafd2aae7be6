import 'server-only';
import { and, eq, gt, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import type { Role } from '@/lib/identity/roles';
import type { Transaction } from '@/lib/server/database/client';
import { sessions } from '@/lib/server/database/schema/people';
import { settings } from '@/lib/server/config/settings';

type SessionRow = typeof sessions.$inferSelect;

/** Builds the SQL condition for an active session: neither ended, nor too old, nor idle for too long. */
export const isActiveSession = (idleMinutes: number | Placeholder = settings().SESSION_IDLE_MINUTES) =>
  and(
    isNull(sessions.endedAt),
    gt(sessions.endsAt, sql`now()`),
    sql`${sessions.seenAt} >= now() - make_interval(mins => ${idleMinutes})`,
  );

/** Locks and returns the active sessions that match, in a fixed order, so that concurrent calls cannot deadlock. */
export function lockActiveSessions(transaction: Transaction, condition: SQL | undefined): Promise<SessionRow[]> {
  return transaction
    .select()
    .from(sessions)
    .where(and(condition, isActiveSession()))
    .orderBy(sessions.idHash)
    .for('update');
}

/** Ends sessions immediately, in every process. */
export async function endSessions(transaction: Transaction, ended: readonly SessionRow[]): Promise<void> {
  const keys = ended.map(({ idHash }) => idHash);
  await transaction
    .update(sessions)
    .set({ endedAt: sql`now()`, idToken: null })
    .where(inArray(sessions.idHash, keys));
}

/** Returns the facts about an ended session for the audit log. */
export function toAuditFacts({ createdAt, roles, address, agent }: SessionRow): object {
  return { openedAt: createdAt.toISOString(), roles, address, agent };
}

/** Ends the sessions of a person that have a role the person no longer has. Returns the audit facts of each. */
export async function endSessionsWithLostRoles(
  transaction: Transaction,
  { personId, roles }: { personId: string; roles: Role[] },
): Promise<Pick<AuditEntry, 'before' | 'after' | 'reason'>[]> {
  const active = await lockActiveSessions(transaction, eq(sessions.personId, personId));
  const affected = active.filter((session) => session.roles.some((role) => !roles.includes(role)));
  await endSessions(transaction, affected);
  return affected.map((session) => ({
    before: toAuditFacts(session),
    after: { roles },
    reason: 'A later sign-in no longer had all roles of this session.',
  }));
}
