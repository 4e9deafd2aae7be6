import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { arrayContains, asc, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditEntry } from '@/lib/audit/audit-log';
import type { Denial } from '@/lib/http/denials';
import { denialReason } from '@/lib/identity/roles';
import { suspendDenialReason } from '@/lib/identity/suspensions';
import { fail, ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { endSessions, lockActiveSessions, toAuditFacts } from '@/lib/server/auth/end-sessions';
import type { Origin } from '@/lib/server/auth/request-origin';
import { lockSession, type Person } from '@/lib/server/auth/sessions';
import { actedBy, appendAudits } from '@/lib/server/database/append-audit';
import { inTransaction, type Transaction } from '@/lib/server/database/client';
import { people, sessions } from '@/lib/server/database/schema/people';
import { personSuspensions } from '@/lib/server/database/schema/proposals';
import { log } from '@/lib/server/observability/log';
import { storableText } from '@/lib/text/storable-text';
import { UUID } from '@/lib/text/uuid';

const suspensionSchema = z.strictObject({
  personId: z.string().regex(UUID),
  reason: storableText().trim().min(1, 'Enter a reason.').max(300, 'Enter at most 300 characters.'),
});

/** Reasons for suspending nobody. In each of them, nothing changed. */
export type SuspendFailure = Denial | { kind: 'not-found' } | { kind: 'invalid' | 'not-now'; reason: string };

/**
 * Suspends a person at once; one administrator is enough, and two lift the suspension. Ends all their sessions; their
 * approvals of withdrawals that no attempt was made for no longer count (lib/requests/votes.ts). Takes unchecked input.
 */
export async function suspendPerson(input: unknown): Promise<Result<null, SuspendFailure>> {
  const person = await authorize('suspendPeople', { limit: 'decide' });
  return person.ok ? suspendPersonAs(person.value, input) : person;
}

/** Suspends a person on behalf of a signed-in administrator (`suspendPerson`). */
export async function suspendPersonAs(person: Person, input: unknown): Promise<Result<null, SuspendFailure>> {
  const given = readInput(suspensionSchema, input, 'The input is not valid.');
  if (!given.ok) return given;
  const { personId, reason } = given.value;
  return inTransaction((transaction) => suspendIn(transaction, person, { personId, reason }));
}

async function suspendIn(
  transaction: Transaction,
  person: Person,
  { personId, reason }: { personId: string; reason: string },
): Promise<Result<null, SuspendFailure>> {
  const { target, adminCount } = await lockPeople(transaction, personId);
  // After the locks: another person may have suspended this one meanwhile.
  const session = await lockSession(transaction, person, 0);
  if (!session) return fail({ kind: 'signed-out' });
  const denial = denialReason('suspendPeople', session.roles);
  if (denial !== undefined) return fail({ kind: 'forbidden', reason: denial });
  if (!target) return fail({ kind: 'not-found' });
  const isAdmin = target.roles.includes('admin');
  const { isSuspended } = target;
  const denied = suspendDenialReason({ isOwn: personId === person.id, isSuspended, isAdmin, adminCount });
  if (denied !== undefined) return fail({ kind: 'not-now', reason: denied });
  await suspend(transaction, { target, adminCount, acted: actedBy(person), reason });
  return ok(null);
}

/**
 * Suspends a person whose account the company's directory deactivated or deleted, unless they are suspended already:
 * the last administrators as well, which raises an alarm.
 */
export async function suspendByDirectory(
  transaction: Transaction,
  personId: string,
  origin: Origin | null,
): Promise<void> {
  const { target, adminCount } = await lockPeople(transaction, personId);
  if (!target || target.isSuspended) return;
  const acted = { actor: null, origin };
  await suspend(transaction, { target, adminCount, acted, reason: DEACTIVATED });
  // Where no administrator is left, and no channel is set up, the log alone can say so.
  if (target.roles.includes('admin') && adminCount < 3)
    log.error({ adminsLeft: adminCount - 1 }, 'the directory suspended an administrator; fewer than two are left');
}

const DEACTIVATED = 'The company’s directory deactivated the account.';

interface Suspension {
  target: Awaited<ReturnType<typeof lockPeople>>['target'] & object;
  adminCount: number;
  /** Who acted; nobody for the directory. */
  acted: Pick<AuditEntry, 'actor' | 'origin'>;
  reason: string;
}

/** Ends the sessions of a person whom nobody else can change meanwhile (`lockPeople`), and suspends them. */
async function suspend(transaction: Transaction, { target, adminCount, acted, reason }: Suspension): Promise<void> {
  const { id: personId, name, roles } = target;
  const ended = await lockActiveSessions(transaction, eq(sessions.personId, personId));
  await endSessions(transaction, ended);
  // After the sessions: a vote that one of them was casting is now committed, and earlier than the suspension.
  await transaction
    .insert(personSuspensions)
    .values({ personId, event: 'SUSPENDED', byPersonId: acted.actor?.id ?? null, reason });
  const entry = { ...acted, subject: `person:${personId}`, reason };
  const after = { isSuspended: true, ...(roles.includes('admin') && { adminsLeft: adminCount - 1 }) };
  await appendAudits(transaction, [
    { action: 'person.suspended', ...entry, before: { of: name, roles }, after },
    ...ended.map((each) => ({
      action: 'session.revoked' as const,
      ...entry,
      before: { of: name, ...toAuditFacts(each) },
    })),
  ]);
}

/** Locks a person and all administrators, so that two who suspend each other do so one after the other. */
async function lockPeople(transaction: Transaction, personId: string) {
  await transaction
    .select({ id: people.id })
    .from(people)
    .where(or(eq(people.id, personId), arrayContains(people.roles, ['admin'])))
    .orderBy(asc(people.id))
    .for('no key update');
  // A statement of its own, to see what another transaction wrote while this one waited.
  const rows = await transaction
    .select({
      id: people.id,
      name: people.name,
      roles: people.roles,
      isSuspended: sql<boolean>`is_suspended(${people.id})`,
    })
    .from(people)
    .where(or(eq(people.id, personId), arrayContains(people.roles, ['admin'])));
  return {
    target: rows.find(({ id }) => id === personId),
    adminCount: rows.filter(({ roles, isSuspended }) => roles.includes('admin') && !isSuspended).length,
  };
}
