import 'server-only';
import { actedBy } from '@/lib/server/database/append-audit';
import { FRESH_SIGN_IN_MINUTES } from '@/lib/identity/sign-in-time';
import { cache } from 'react';
import type { Denial } from '@/lib/http/denials';
import type { LimitName } from '@/lib/http/rate-limits';
import { fail, ok, type Result } from '@/lib/result';
import { hasNarrowed } from '@/lib/identity/reader';
import { type Capability, denialReason } from '@/lib/identity/roles';
import { now } from '@/lib/server/runtime/clock';
import { orUnavailable } from '@/lib/server/observability/outage';
import { countCall } from '@/lib/server/auth/rate-limits';
import { readOrigin } from '@/lib/server/auth/request-origin';
import { recordDeniedAttempt } from '@/lib/server/auth/denied-attempts';
import { isPolling, readSessionId } from '@/lib/server/auth/session-cookie';
import { findPerson, type Person, readSessionRights } from '@/lib/server/auth/sessions';

/**
 * Returns the signed-in person, whatever their roles, or undefined. Reads the session row once per request, however
 * many parts of a page ask.
 */
export const currentPerson = cache(async (): Promise<Person | undefined> => {
  const sessionId = await readSessionId();
  return sessionId ? findPerson(sessionId, { isSeen: !(await isPolling()), origin: await readOrigin() }) : undefined;
});

/**
 * Returns the caller if their roles include the capability, read from the session row and never from the cookie alone.
 * `limit` names the rate limit that the call counts against, `times` for how many calls. Records a denial in the audit
 * log.
 */
export function authorize(capability: Capability, options: Counting = {}): Promise<Result<Person, Denial>> {
  return orUnavailable(decide(capability, options));
}

interface Counting {
  limit?: LimitName;
  times?: number;
}

async function decide(capability: Capability, { limit, times }: Counting): Promise<Result<Person, Denial>> {
  const person = await currentPerson();
  if (!person) return fail({ kind: 'signed-out' });
  const reason = denialReason(capability, person.roles);
  if (reason === undefined) {
    const retryAfterS = limit && (await countCall(limit, { person, origin: person.origin, times }));
    return retryAfterS === undefined ? ok(person) : fail({ kind: 'too-many', retryAfterS });
  }
  await recordDeniedAttempt(`access ${person.id} ${capability}`, {
    action: 'access.refused',
    ...actedBy(person),
    subject: `person:${person.id}`,
    after: { capability, roles: person.roles },
    reason,
  });
  return fail({ kind: 'forbidden', reason });
}

/**
 * Returns whether a person's session is still active, its roles still include the capability, and the person still sees
 * every profile that they saw.
 */
export async function isStillAllowed(
  { sessionKey, visibleProfiles }: Person,
  capability: Capability,
): Promise<boolean> {
  const current = await readSessionRights(sessionKey);
  if (!current || hasNarrowed(visibleProfiles, current.visibleProfiles)) return false;
  return denialReason(capability, current.roles) === undefined;
}

/**
 * Returns whether a sign-in is recent enough for a decision. Only for display: the decision itself checks again in its
 * transaction.
 */
export function isFresh({ authenticatedAt }: Person): boolean {
  return now().getTime() - authenticatedAt.getTime() < FRESH_SIGN_IN_MINUTES * 60_000;
}
