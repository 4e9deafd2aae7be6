import 'server-only';
import { readInput } from '@/lib/http/read-input';
import { eq, or } from 'drizzle-orm';
import { z } from 'zod';
import { fail, ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import { actedBy, appendAudits } from '@/lib/server/database/append-audit';
import { database, inTransaction } from '@/lib/server/database/client';
import { people, sessions } from '@/lib/server/database/schema/people';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { lockActiveSessions, endSessions, toAuditFacts } from '@/lib/server/auth/end-sessions';
import { commonRoles, type Person } from '@/lib/server/auth/sessions';
import { storableText } from '@/lib/text/storable-text';

const revocationSchema = z.strictObject({
  /** The key in the list of sessions (SessionView). */
  sessionKey: z.string().regex(/^[0-9a-f]{64}$/),
  isWholePerson: z.boolean(),
  /** With `isWholePerson`: leaves the session that asks. */
  isOwnKept: z.boolean().default(false),
  reason: storableText().trim().min(1, 'Enter a reason.').max(300, 'Enter at most 300 characters.'),
});
type Revocation = z.infer<typeof revocationSchema>;

/** Reasons for ending no session. */
export type RevokeFailure = Denial | { kind: 'invalid' | 'not-now'; reason: string };

/**
 * Ends one session, all sessions of a person, or all but the caller's, unchecked input of a browser. Everyone may end
 * their own, administrators everyone's. The person is signed out at their next call, in whatever process. Returns the
 * number of ended sessions.
 */
export async function revokeSession(input: unknown): Promise<Result<{ ended: number }, RevokeFailure>> {
  const person = await authorize('readStatus');
  if (!person.ok) return person;
  const parsed = readInput(revocationSchema, input, 'The request is invalid.');
  if (!parsed.ok) return parsed;
  return revokeSessions(person.value, parsed.value);
}

async function revokeSessions(
  person: Person,
  { sessionKey, isWholePerson, isOwnKept, reason }: Revocation,
): Promise<Result<{ ended: number }, RevokeFailure>> {
  const [target] = await database()
    .select({ personId: sessions.personId, name: people.name })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(eq(sessions.idHash, sessionKey));
  const isOwn = target?.personId === person.id;
  if (!isOwn) {
    const admin = await authorize('manageSessions');
    if (!admin.ok) return admin;
  }
  if (!target) return fail(ALREADY_ENDED);
  return inTransaction(async (transaction) => {
    // Locks the caller's own session together with the others, so that two people who end each other's cannot deadlock.
    const requested = isWholePerson ? eq(sessions.personId, target.personId) : eq(sessions.idHash, sessionKey);
    const locked = await lockActiveSessions(transaction, or(requested, eq(sessions.idHash, person.sessionKey)));
    const own = locked.find(({ idHash }) => idHash === person.sessionKey);
    if (!own) return fail({ kind: 'signed-out' });
    const [current] = await transaction.select({ roles: people.roles }).from(people).where(eq(people.id, person.id));
    const denial = isOwn ? undefined : denialReason('manageSessions', commonRoles(own.roles, current?.roles ?? []));
    if (denial !== undefined) return fail({ kind: 'forbidden', reason: denial });
    const ended = locked
      .filter(({ idHash, personId }) => (isWholePerson ? personId === target.personId : idHash === sessionKey))
      .filter(({ idHash }) => !(isOwnKept && idHash === person.sessionKey));
    if (ended.length === 0) return fail(ALREADY_ENDED);
    await endSessions(transaction, ended);
    const entry = {
      action: 'session.revoked',
      ...actedBy(person),
      subject: `person:${target.personId}`,
    } as const;
    await appendAudits(
      transaction,
      ended.map((session) => ({ ...entry, before: { of: target.name, ...toAuditFacts(session) }, reason })),
    );
    return ok({ ended: ended.length });
  });
}

const ALREADY_ENDED = { kind: 'not-now', reason: 'The session has already ended.' } as const;
