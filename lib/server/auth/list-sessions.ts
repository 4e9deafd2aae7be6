import 'server-only';
import { and, desc, eq, ilike, sql } from 'drizzle-orm';
import { ok, type Result } from '@/lib/result';
import { denialReason } from '@/lib/identity/roles';
import type { SessionView } from '@/lib/identity/sessions';
import { database } from '@/lib/server/database/client';
import { escapeLike } from '@/lib/server/database/escape-like';
import { people, sessions } from '@/lib/server/database/schema';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { isRunning } from '@/lib/server/auth/end-sessions';
import { inBoth } from '@/lib/server/auth/sessions';
import { storableText } from '@/lib/text/storable-text';

const MOST_SHOWN = 100;

/** Sessions that run, newest first. */
export interface SessionList {
  /** The part of a name that was asked for; empty for all. */
  name: string;
  items: SessionView[];
  /** How many there are, shown or not. */
  total: number;
  /** Whether they are the reader's alone: others are for those who manage sessions. */
  isOnlyOwn: boolean;
}

const nameSchema = storableText().trim().max(120).catch('');

/** Who is signed in, since when and from where; at most a hundred, and of most people their own alone. `name`: a part of it, unchecked. */
export async function listSessions(name: unknown): Promise<Result<SessionList, Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  const { id, roles, sessionKey } = reader.value;
  const isOnlyOwn = denialReason('manageSessions', roles) !== undefined;
  const asked = isOnlyOwn ? '' : nameSchema.parse(name);
  const whose = isOnlyOwn ? eq(people.id, id) : undefined;
  const condition = and(isRunning(), whose, asked === '' ? undefined : ilike(people.name, `%${escapeLike(asked)}%`));
  const rows = await database()
    .select({
      session: sessions,
      name: people.name,
      personRoles: people.roles,
      personSessionCount: sql<number>`count(*) over (partition by ${sessions.personId})`.mapWith(Number),
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(condition)
    .orderBy(desc(sessions.createdAt), sessions.idHash)
    .limit(MOST_SHOWN);
  const items = rows.map(({ session, name: who, personRoles, personSessionCount }) => ({
    key: session.idHash,
    name: who,
    roles: inBoth(session.roles, personRoles),
    since: session.createdAt.toISOString(),
    seenAt: session.seenAt.toISOString(),
    address: session.address,
    agent: session.agent,
    personSessionCount,
    isOwn: session.idHash === sessionKey,
  }));
  return ok({ name: asked, items, total: rows[0]?.total ?? 0, isOnlyOwn });
}
