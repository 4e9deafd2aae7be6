import 'server-only';
import { createHash } from 'node:crypto';
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry } from '@/lib/audit/audit-log';
import { recordDeniedAttempt } from '@/lib/server/auth/denied-attempts';
import { endSessions, lockActiveSessions, toAuditFacts } from '@/lib/server/auth/end-sessions';
import { countCall } from '@/lib/server/auth/rate-limits';
import { type Origin, readOrigin } from '@/lib/server/auth/request-origin';
import { type LogoutToken, verifyLogoutToken } from '@/lib/server/sign-in/sign-out/logout-token';
import { settings } from '@/lib/server/config/settings';
import { appendAudits } from '@/lib/server/database/append-audit';
import { inTransaction } from '@/lib/server/database/client';
import { logoutTokens, people, sessions } from '@/lib/server/database/schema/people';
import { log } from '@/lib/server/observability/log';

const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Answers the identity provider that ends its session of a person (OpenID Connect Back-Channel Logout 1.0, 2.5 to 2.8):
 * ends the sessions that its logout token names, in every process. 200 once they have ended, also where there was none;
 * 400 for a token that does not count or was used before; 429; 503 where the provider's keys cannot be read.
 */
export async function answerBackChannelLogout(request: Request): Promise<Response> {
  const origin = await readOrigin();
  const retryAfterS = await countCall('backChannelLogout', { origin });
  if (retryAfterS !== undefined)
    return new Response(null, { status: 429, headers: { ...NO_STORE, 'retry-after': String(retryAfterS) } });
  const token = new URLSearchParams(await request.text()).get('logout_token') ?? '';
  let verified: LogoutToken | undefined;
  try {
    verified = await verifyLogoutToken(token);
  } catch (error) {
    log.warn({ err: error }, 'the keys of the identity provider could not be read; a logout was not verified');
    return new Response(null, { status: 503, headers: { ...NO_STORE, 'retry-after': '10' } });
  }
  if (verified && (await endNamedSessions(verified, origin)))
    return new Response(null, { status: 200, headers: NO_STORE });
  await recordDeniedAttempt('logout-token', {
    action: 'session.refused',
    actor: null,
    subject: 'sign-in',
    origin,
    reason: 'A logout token is invalid, or was used before. No session was ended.',
    after: { cause: 'logout-token' },
  });
  return Response.json(
    { error: 'invalid_request', error_description: 'The logout token is invalid, or was used before.' },
    { status: 400, headers: NO_STORE },
  );
}

/** Ends the sessions that a verified token names, and returns whether it was used for the first time. */
async function endNamedSessions(token: LogoutToken, origin: Origin): Promise<boolean> {
  const idHash = createHash('sha256').update(token.jti).digest('hex');
  return inTransaction(async (transaction) => {
    const used = await transaction.insert(logoutTokens).values({ idHash }).onConflictDoNothing().returning();
    if (used.length === 0) return false;
    const ended = await lockActiveSessions(transaction, isNamed(token));
    await endSessions(transaction, ended);
    await appendAudits(
      transaction,
      ended.map((session): AuditEntry => ({
        action: 'session.revoked',
        actor: null,
        subject: `person:${session.personId}`,
        origin,
        before: toAuditFacts(session),
        reason: 'The identity provider ended its session.',
      })),
    );
    return true;
  });
}

function isNamed({ sub, sid }: LogoutToken): SQL | undefined {
  const ofIssuer = eq(people.issuer, settings().OIDC_ISSUER);
  const known = sub === undefined ? ofIssuer : and(ofIssuer, eq(people.subject, sub));
  const ofPeople = sql`exists (select 1 from ${people} where ${people.id} = ${sessions.personId} and ${known})`;
  if (sid === undefined) return ofPeople;
  const ofSession = eq(sessions.providerSession, sid);
  // Of a session whose sign-in named none, the person alone says whether it is meant.
  return and(ofPeople, sub === undefined ? ofSession : or(ofSession, isNull(sessions.providerSession)));
}
