import 'server-only';
import { personLabel } from '@/lib/server/database/person-label';
import { and, desc, eq, ilike, sql } from 'drizzle-orm';
import { ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import type { SessionView } from '@/lib/identity/sessions';
import { database } from '@/lib/server/database/client';
import { escapeLike } from '@/lib/server/database/escape-like';
import { people, sessions } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { isActiveSession } from '@/lib/server/auth/end-sessions';
import { commonRoles } from '@/lib/server/auth/sessions';
import { storableText } from '@/lib/text/storable-text';

const MAX_SHOWN = 100;

/** Active sessions, newest first. */
export interface SessionList {
  /** The part of a name that the list is filtered by; empty for all. */
  name: string;
  items: SessionView[];
  /** Total number of sessions, including those that are not in the list. */
  total: number;
  /** Whether the list holds only the reader's own sessions; administrators and auditors see all. */
  isOnlyOwn: boolean;
}

const nameSchema = storableText().trim().max(120).catch('');

/**
 * Lists active sessions with their start and origin, a hundred at most. Administrators and auditors see everyone's, all
 * others their own. `name`: an unchecked part of a name.
 */
export async function listSessions(name: unknown): Promise<Result<SessionList, Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  const { id, roles, sessionKey } = reader.value;
  const isOnlyOwn = denialReason('readPeople', roles) !== undefined;
  const canEndAll = denialReason('manageSessions', roles) === undefined;
  const nameFilter = isOnlyOwn ? '' : nameSchema.parse(name);
  const owner = isOnlyOwn ? eq(people.id, id) : undefined;
  const condition = and(
    isActiveSession(),
    owner,
    nameFilter === '' ? undefined : ilike(people.name, `%${escapeLike(nameFilter)}%`),
  );
  const rows = await database()
    .select({
      session: sessions,
      name: personLabel(),
      personRoles: people.roles,
      personSessionCount: sql<number>`count(*) over (partition by ${sessions.personId})`.mapWith(Number),
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(condition)
    .orderBy(desc(sessions.createdAt), sessions.idHash)
    .limit(MAX_SHOWN);
  const items = rows.map(({ session, name: personName, personRoles, personSessionCount }) => ({
    key: session.idHash,
    name: personName,
    roles: commonRoles(session.roles, personRoles),
    since: session.createdAt.toISOString(),
    seenAt: session.seenAt.toISOString(),
    address: session.address,
    agent: session.agent,
    personSessionCount,
    isOwn: session.idHash === sessionKey,
    canEnd: canEndAll || session.personId === id,
  }));
  return ok({ name: nameFilter, items, total: rows[0]?.total ?? 0, isOnlyOwn });
}
