import 'server-only';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Account } from '@/lib/identity/account';
import type { Denial } from '@/lib/http/denials';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { settings } from '@/lib/server/config/settings';
import { database } from '@/lib/server/database/client';
import { people, sessions } from '@/lib/server/database/schema/people';

const MAX_SIGN_INS = 10;

/** Reads what the console knows of the person who asks: identity, the end of this session, and the last sign-ins. */
export async function readAccount(): Promise<Result<Account, Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  const { id, roles, sessionKey, authenticatedAt } = reader.value;
  const [[own], signIns] = await Promise.all([
    database()
      .select({
        name: people.name,
        email: people.email,
        issuer: people.issuer,
        subject: people.subject,
        endsAt: sessions.endsAt,
      })
      .from(sessions)
      .innerJoin(people, eq(people.id, sessions.personId))
      .where(and(eq(sessions.idHash, sessionKey), eq(people.id, id))),
    database()
      .select({
        key: sessions.idHash,
        at: sessions.createdAt,
        address: sessions.address,
        agent: sessions.agent,
        hasEnded: sql<boolean>`${sessions.endedAt} is not null or ${sessions.endsAt} <= now()`,
      })
      .from(sessions)
      .where(eq(sessions.personId, id))
      .orderBy(desc(sessions.createdAt), sessions.idHash)
      .limit(MAX_SIGN_INS),
  ]);
  if (!own) throw new Error('the session that asks has no row');
  return ok({
    ...own,
    roles,
    authenticatedAt: authenticatedAt.toISOString(),
    endsAt: own.endsAt.toISOString(),
    idleMinutes: settings().SESSION_IDLE_MINUTES,
    signIns: signIns.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
  });
}
