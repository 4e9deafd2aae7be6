import 'server-only';
import { personLabel } from '@/lib/server/database/person-label';
import { and, desc, eq, ilike, type SQL, sql } from 'drizzle-orm';
import { ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import type { SessionView } from '@/lib/identity/sessions';
import { database } from '@/lib/server/database/client';
import { escapeLike } from '@/lib/server/database/query/escape-like';
import { people, sessions } from '@/lib/server/database/schema/people';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { isActiveSession } from '@/lib/server/auth/end-sessions';
import { commonRoles, type Person } from '@/lib/server/auth/sessions';
import { storableText } from '@/lib/text/storable-text';

const MAX_SHOWN = 100;

/** Active sessions by person, the newest person and session first. */
export interface SessionList {
  /** The part of a name that the list is filtered by; empty for all. */
  name: string;
  items: SessionView[];
  /** Total number of sessions, including those that are not in the list. */
  total: number;
}

const nameSchema = storableText().trim().max(120).catch('');

/**
 * Lists everybody's active sessions with their start and origin, a hundred at most, for administrators and auditors.
 * `name`: an unchecked part of a name.
 */
export async function listSessions(name: unknown): Promise<Result<SessionList, Denial>> {
  const reader = await authorize('readPeople');
  if (!reader.ok) return reader;
  const part = nameSchema.parse(name);
  const isNamed = part === '' ? undefined : ilike(people.name, `%${escapeLike(part)}%`);
  return ok({ name: part, ...(await selectSessions(reader.value, isNamed)) });
}

/** Lists the reader's own active sessions, newest first, a hundred at most. */
export async function listOwnSessions(): Promise<Result<SessionView[], Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  return ok((await selectSessions(reader.value, eq(people.id, reader.value.id))).items);
}

async function selectSessions(
  { id, roles, sessionKey }: Person,
  condition: SQL | undefined,
): Promise<Pick<SessionList, 'items' | 'total'>> {
  const canEndAll = denialReason('manageSessions', roles) === undefined;
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
    .where(and(isActiveSession(), condition))
    .orderBy(
      desc(sql`max(${sessions.createdAt}) over (partition by ${sessions.personId})`),
      sessions.personId,
      desc(sessions.createdAt),
      sessions.idHash,
    )
    .limit(MAX_SHOWN);
  const items = rows.map(({ session, name, personRoles, personSessionCount }) => ({
    key: session.idHash,
    personId: session.personId,
    name,
    roles: commonRoles(session.roles, personRoles),
    since: session.createdAt.toISOString(),
    seenAt: session.seenAt.toISOString(),
    address: session.address,
    agent: session.agent,
    personSessionCount,
    isOwn: session.idHash === sessionKey,
    canEnd: canEndAll || session.personId === id,
  }));
  return { items, total: rows[0]?.total ?? 0 };
}
