import 'server-only';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Denial } from '@/lib/http/denials';
import type { NoticeOverview } from '@/lib/notifications/contract';
import { isNoticeKind, NOTICE_KINDS } from '@/lib/notifications/kinds';
import { ok, type Result } from '@/lib/result';
import { authorize } from '@/lib/server/auth/authorize';
import { database } from '@/lib/server/database/client';
import { noticeDeliveries, notices } from '@/lib/server/database/schema/notices';
import { personLabel } from '@/lib/server/database/person-label';
import { people } from '@/lib/server/database/schema/people';
import { sendsMail } from '@/lib/server/notifications/smtp';

const MAX_LISTED = 10;
const RECENT = sql`now() - interval '7 days'`;

/** Reads how notifications are delivered, for people who may see who is at the desk. */
export async function readNoticeOverview(): Promise<Result<NoticeOverview, Denial>> {
  const reader = await authorize('readPeople');
  if (!reader.ok) return reader;
  const { state, dueAt, endedAt, failure } = noticeDeliveries;
  const [waiting] = await database()
    .select({
      queued: sql<number>`count(*)::int`,
      oldestDue: sql<string | null>`to_json(min(${dueAt}) filter (where ${dueAt} <= now())) #>> '{}'`,
    })
    .from(noticeDeliveries)
    .where(eq(state, 'QUEUED'));
  const isDead = and(eq(state, 'DEAD'), gt(endedAt, RECENT));
  const [given] = await database()
    .select({ dead: sql<number>`count(*)::int` })
    .from(noticeDeliveries)
    .where(isDead);
  const latest = await database()
    .select({ at: endedAt, personName: personLabel(), kind: notices.kind, failure })
    .from(noticeDeliveries)
    .innerJoin(notices, eq(notices.id, noticeDeliveries.noticeId))
    .innerJoin(people, eq(people.id, noticeDeliveries.personId))
    .where(isDead)
    .orderBy(desc(endedAt))
    .limit(MAX_LISTED);
  return ok({
    isMailOn: sendsMail(),
    queued: waiting?.queued ?? 0,
    oldestDue: waiting?.oldestDue ?? null,
    dead: given?.dead ?? 0,
    latestDead: latest.map(({ at, personName, kind, failure: reason }) => ({
      at: (at ?? new Date(0)).toISOString(),
      personName,
      label: isNoticeKind(kind) ? NOTICE_KINDS[kind].label : kind,
      failure: reason ?? '',
    })),
  });
}
