import 'server-only';
import { z } from 'zod';
import type { ServiceFailure } from '@/lib/http/problems';
import { fail, ok, type Result } from '@/lib/result';
import { singleton } from '@/lib/server/runtime/singleton';
import { countTokenFetch } from '@/lib/server/transfer-service/call-metrics';
import { exchange } from '@/lib/server/transfer-service/http';
import type { HttpAnswer, HttpFailure } from '@/lib/server/transfer-service/http-call';
import { decodeProblem, parseJson } from '@/lib/server/transfer-service/problems';
import { NO_TURN, retryRead } from '@/lib/server/transfer-service/retry';
import { settings } from '@/lib/server/config/settings';

const TOKEN_TIMEOUT_MS = 10_000;
const FAILURE_REST_MS = 1_000;
const DEFAULT_LIFETIME_S = 60;
const LONGEST_LIFETIME_S = 24 * 3600;

// No refresh token and no promised lifetime (section 5): whatever is missing or senseless falls back to a short one.
const tokenSchema = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().catch(DEFAULT_LIFETIME_S),
});
const tokenErrorSchema = z.looseObject({ error: z.string() });

interface HeldToken {
  value: string;
  /** On the monotonic clock, so that a step of the wall clock cannot keep a dead token alive. */
  freshUntil: number;
}

interface TokenSource {
  held: HeldToken | undefined;
  underWay: Promise<Result<string, ServiceFailure>> | undefined;
  /** The last failure, for as long as asking again would only make it worse. */
  failure: { error: ServiceFailure; until: number } | undefined;
}

const source = () =>
  singleton<TokenSource>('service.token', () => ({ held: undefined, underWay: undefined, failure: undefined }));

/** The access token, from memory while it is fresh; any number of callers wait for one fetch. */
export async function getToken(): Promise<Result<string, ServiceFailure>> {
  const state = source();
  if (state.held && performance.now() < state.held.freshUntil) return ok(state.held.value);
  if (state.failure && performance.now() < state.failure.until) return fail(state.failure.error);
  state.underWay ??= fetchToken()
    .then((outcome) => {
      countTokenFetch(outcome.ok ? 'ok' : outcome.error.kind);
      state.failure = outcome.ok
        ? undefined
        : { error: outcome.error, until: performance.now() + restAfter(outcome.error) };
      return outcome;
    })
    .finally(() => {
      state.underWay = undefined;
    });
  return state.underWay;
}

/** Forgets a token that the service refused. A newer one that came in the meantime stays. */
export function dropToken(token: string): void {
  const state = source();
  if (state.held?.value === token) state.held = undefined;
}

function restAfter(failure: ServiceFailure): number {
  return Math.max(FAILURE_REST_MS, (failure.kind === 'problem' && failure.problem.retryAfterMs) || 0);
}

async function fetchToken(): Promise<Result<string, ServiceFailure>> {
  const {
    TRANSFER_SERVICE_AUTH_URL,
    TRANSFER_SERVICE_CLIENT_ID,
    TRANSFER_SERVICE_CLIENT_SECRET,
    TRANSFER_SERVICE_SCOPE,
  } = settings();
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: TRANSFER_SERVICE_CLIENT_ID,
    client_secret: TRANSFER_SERVICE_CLIENT_SECRET,
    ...(TRANSFER_SERVICE_SCOPE && { scope: TRANSFER_SERVICE_SCOPE }),
  });
  const askedAt = performance.now();
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
  return readToken(outcome.value, askedAt);
}

function readToken(answer: HttpAnswer, askedAt: number): Result<string, ServiceFailure> {
  const json = parseJson(answer.body);
  if ([400, 401, 403].includes(answer.status)) {
    const refused = tokenErrorSchema.safeParse(json);
    return fail({ kind: 'credential', status: answer.status, error: refused.success ? refused.data.error : '' });
  }
  if (answer.status !== 200) return fail({ kind: 'problem', problem: decodeProblem(answer) });
  const token = tokenSchema.safeParse(json);
  if (!token.success)
    return fail({ kind: 'unreadable', status: answer.status, cause: 'the token answer holds no access_token' });
  const lifetimeMs = Math.min(token.data.expires_in, LONGEST_LIFETIME_S) * 1000;
  source().held = {
    value: token.data.access_token,
    freshUntil: askedAt + lifetimeMs - Math.min(60_000, lifetimeMs * 0.1),
  };
  return ok(token.data.access_token);
}

/** A broken exchange as a failure to read. */
export function toFailure(failure: HttpFailure): ServiceFailure {
  if (failure.cause === NO_TURN) return { kind: 'no-turn' };
  return failure.isTimeout ? { kind: 'timeout' } : { kind: 'unreachable', cause: failure.cause };
}
