import 'server-only';
import { gt, sql } from 'drizzle-orm';
import { ok, type Result } from '@/lib/result';
import type { Denial } from '@/lib/http/denials';
import { denialReason } from '@/lib/identity/roles';
import { type SignInTimes, UNKNOWN_SIGN_IN_TIME } from '@/lib/identity/sign-in-time';
import { authorize } from '@/lib/server/auth/authorize';
import { database } from '@/lib/server/database/client';
import { sessions } from '@/lib/server/database/schema/people';

/**
 * Counts the sign-ins of the last 24 hours whose time the identity provider did not state, for administrators and
 * auditors. Undefined where there is none, and for everybody else.
 */
export async function readSignInTimes(): Promise<Result<SignInTimes | undefined, Denial>> {
  const reader = await authorize('readStatus');
  if (!reader.ok) return reader;
  if (denialReason('readPeople', reader.value.roles) !== undefined) return ok(undefined);
  const isUnknown = sql`${sessions.authenticatedAt} = ${UNKNOWN_SIGN_IN_TIME.toISOString()}::timestamptz`;
  const [counted] = await database()
    .select({
      total: sql<number>`count(*)::int`,
      withoutTime: sql<number>`count(*) filter (where ${isUnknown})::int`,
      last: sql<Date | null>`max(${sessions.createdAt}) filter (where ${isUnknown})`.mapWith(sessions.createdAt),
    })
    .from(sessions)
    .where(gt(sessions.createdAt, sql`now() - interval '1 day'`));
  if (!counted?.last) return ok(undefined);
  const { total, withoutTime, last } = counted;
  return ok({ total, withoutTime, lastWithoutTime: last.toISOString() });
}
