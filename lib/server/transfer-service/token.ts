import 'server-only';
import { z } from 'zod';
import type { ServiceFailure } from '@/lib/http/problems';
import { fail, ok, type Result } from '@/lib/result';
import { singleton } from '@/lib/server/runtime/singleton';
import { countTokenFetch } from '@/lib/server/transfer-service/call-metrics';
import { exchange } from '@/lib/server/transfer-service/http';
import type { HttpAnswer, HttpFailure } from '@/lib/server/transfer-service/http-call';
import { decodeProblem } from '@/lib/server/transfer-service/problems';
import { parseJson } from '@/lib/text/parse-json';
import { NO_TURN, retryRead } from '@/lib/server/transfer-service/retry';
import { settings } from '@/lib/server/config/settings';

const TOKEN_TIMEOUT_MS = 10_000;
const FAILURE_PAUSE_MS = 1_000;
const DEFAULT_LIFETIME_S = 60;
const MAX_LIFETIME_S = 24 * 3600;

// The service promises no lifetime: a missing or invalid one becomes a short one.
// docs/specification/service-interface.md#authentication
const tokenSchema = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(DEFAULT_LIFETIME_S),
});
const tokenErrorSchema = z.looseObject({ error: z.string() });

interface HeldToken {
  value: string;
  /** Expiry on the monotonic clock, which a change of the wall clock does not move. */
  freshUntil: number;
}

/** What a token is for: transfers, or the travel-rule data of addresses, which has a scope of its own. */
export type Access = 'transfers' | 'addresses';

interface TokenSource {
  held: HeldToken | undefined;
  pendingFetch: Promise<Result<string, ServiceFailure>> | undefined;
  /** Last failure, returned to all callers until the time to ask again. */
  failure: { error: ServiceFailure; until: number } | undefined;
}

const sources = () => singleton('service.tokens', () => new Map<string, TokenSource>());

/** Gives the tokens of a scope; empty for a request without one, which grants whatever the credentials may do. */
function sourceOf(scope: string): TokenSource {
  const source = sources().get(scope) ?? { held: undefined, pendingFetch: undefined, failure: undefined };
  sources().set(scope, source);
  return source;
}

function scopeOf(access: Access): string {
  const { TRANSFER_SERVICE_SCOPE = '', TRANSFER_SERVICE_ADDRESSES_SCOPE } = settings();
  return access === 'addresses' && TRANSFER_SERVICE_SCOPE !== ''
    ? TRANSFER_SERVICE_ADDRESSES_SCOPE
    : TRANSFER_SERVICE_SCOPE;
}

/**
 * Returns an access token, from memory while it is fresh; concurrent callers share one fetch. Where a scope is sent
 * (TRANSFER_SERVICE_SCOPE), each access has a token of its own scope.
 */
export async function getToken(access: Access = 'transfers'): Promise<Result<string, ServiceFailure>> {
  const scope = scopeOf(access);
  const state = sourceOf(scope);
  if (state.held && performance.now() < state.held.freshUntil) return ok(state.held.value);
  if (state.failure && performance.now() < state.failure.until) return fail(state.failure.error);
  state.pendingFetch ??= fetchToken(scope)
    .then((outcome) => {
      countTokenFetch(outcome.ok ? 'ok' : outcome.error.kind);
      state.failure = outcome.ok
        ? undefined
        : { error: outcome.error, until: performance.now() + pauseAfter(outcome.error) };
      return outcome;
    })
    .finally(() => {
      state.pendingFetch = undefined;
    });
  return state.pendingFetch;
}

/** Discards a token that the service refused, unless a newer one has replaced it. */
export function dropToken(token: string): void {
  for (const state of sources().values()) if (state.held?.value === token) state.held = undefined;
}

function pauseAfter(failure: ServiceFailure): number {
  return Math.max(FAILURE_PAUSE_MS, (failure.kind === 'problem' && failure.problem.retryAfterMs) || 0);
}

async function fetchToken(scope: string): Promise<Result<string, ServiceFailure>> {
  const { TRANSFER_SERVICE_AUTH_URL, TRANSFER_SERVICE_CLIENT_ID, TRANSFER_SERVICE_CLIENT_SECRET } = settings();
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: TRANSFER_SERVICE_CLIENT_ID,
    client_secret: TRANSFER_SERVICE_CLIENT_SECRET,
    ...(scope !== '' && { scope }),
  });
  const requestedAt = performance.now();
  const outcome = await retryRead((remainingMs) =>
    exchange({
      operation: 'token',
      method: 'POST',
      url: `${TRANSFER_SERVICE_AUTH_URL}/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      timeoutMs: Math.min(TOKEN_TIMEOUT_MS, remainingMs),
    }),
  );
  if (!outcome.ok) return fail(toFailure(outcome.error));
  return readToken(outcome.value, { requestedAt, scope });
}

function readToken(
  answer: HttpAnswer,
  { requestedAt, scope }: { requestedAt: number; scope: string },
): Result<string, ServiceFailure> {
  const json = parseJson(answer.body);
  if ([400, 401, 403].includes(answer.status)) {
    const refused = tokenErrorSchema.safeParse(json);
    return fail({ kind: 'credential', status: answer.status, error: refused.success ? refused.data.error : '' });
  }
  if (answer.status !== 200) return fail({ kind: 'problem', problem: decodeProblem(answer) });
  const token = tokenSchema.safeParse(json);
  if (!token.success)
    return fail({ kind: 'unreadable', status: answer.status, cause: 'the token answer holds no access_token' });
  const lifetimeMs = Math.min(token.data.expires_in, MAX_LIFETIME_S) * 1000;
  sourceOf(scope).held = {
    value: token.data.access_token,
    freshUntil: requestedAt + lifetimeMs - Math.min(60_000, lifetimeMs * 0.1),
  };
  return ok(token.data.access_token);
}

/** Converts a failed exchange to the failure of a read. */
export function toFailure(failure: HttpFailure): ServiceFailure {
  if (failure.cause === NO_TURN) return { kind: 'no-turn' };
  return failure.isTimeout ? { kind: 'timeout' } : { kind: 'unreachable', cause: failure.cause };
}
