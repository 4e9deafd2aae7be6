import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { networkOf } from '@/lib/http/rate-limits';
import { countFailedSignIn } from '@/lib/server/observability/counters';
import { log } from '@/lib/server/observability/log';
import type { Origin } from '@/lib/server/auth/request-origin';
import { recordDeniedAttempt } from '@/lib/server/auth/denied-attempts';
import { singleton } from '@/lib/server/runtime/singleton';

/** Causes of failed sign-ins, with their sentences for the audit log. */
const CAUSES = {
  state: 'The answer of the identity provider does not belong to a sign-in that this browser started.',
  nonce: 'The identity token belongs to another sign-in.',
  pkce: 'The browser could not prove that it started the sign-in.',
  refused: 'The identity provider denied the sign-in.',
  acr: 'The identity provider did not confirm a required way of signing in (OIDC_REQUIRED_ACR).',
  suspended: 'The person is suspended.',
  unreachable: 'The identity provider could not be reached.',
  answer: 'The answer of the identity provider is invalid.',
  other: 'The console could not complete the sign-in.',
} as const;
type Cause = keyof typeof CAUSES;

interface Failure {
  cause: Cause;
  /** The provider's error code, if it is a standard one. */
  code?: string;
}

// RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core, 3.1.2.6. Any other code may be arbitrary text.
const STANDARD_CODES = new Set(
  `invalid_request unauthorized_client access_denied unsupported_response_type invalid_scope server_error
   temporarily_unavailable invalid_client invalid_grant unsupported_grant_type interaction_required login_required
   account_selection_required consent_required`.split(/\s+/),
);

// In order of precedence: beginnings or parts of the messages of next-auth and openid-client.
const PATTERNS: readonly [Cause, RegExp][] = [
  ['suspended', /^suspended: /],
  ['state', /\bstate\b|decryption|created for a different provider/i],
  ['nonce', /\bnonce\b/i],
  ['acr', /\bacr\b/],
  ['pkce', /\bpkce\b|code_verifier/i],
  ['unreachable', /PROXY_|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|socket hang up|timed out|expected 200 OK/],
  ['answer', /jwt|id_token|\biss\b|\baud\b|\bsub\b|subject|signature|parse|expected|missing|mismatch/i],
];

const attempts = new AsyncLocalStorage<{ failure?: Failure }>();

/**
 * Records the cause of the current sign-in's failure, for next-auth's logger. Keeps nothing else of the error, since
 * its text can contain codes and tokens.
 */
export function recordSignInFailure(error: unknown): void {
  const attempt = attempts.getStore();
  // The first error is the cause of the later ones.
  if (attempt) attempt.failure ??= readFailure(error);
}

/** Runs a step of a sign-in. If it fails, records its origin and cause, and returns the cause with the answer. */
export async function recordFailedSignIn(
  origin: Origin,
  answer: () => Promise<Response>,
): Promise<{ response: Response; cause: Cause | undefined }> {
  const attempt: { failure?: Failure } = {};
  const response = await attempts.run(attempt, answer);
  if (attempt.failure) await recordFailure(attempt.failure, origin);
  return { response, cause: attempt.failure?.cause };
}

/**
 * Counts a return from the provider that no sign-in of this browser started. Records at most one a minute for each
 * process, without more work for the others, since anyone can send thousands.
 */
export async function recordForgedCallback(origin: Origin): Promise<void> {
  const state = forgedCallbacks();
  const now = performance.now();
  if (now - state.recordedAt < FORGED_INTERVAL_MS) return countFailedSignIn(METRIC_CAUSES.state);
  state.recordedAt = now;
  await recordFailure({ cause: 'state' }, origin);
}

const FORGED_INTERVAL_MS = 60_000;
const forgedCallbacks = () => singleton('sign-in.forged-callbacks', () => ({ recordedAt: -Infinity }));

async function recordFailure({ cause, code }: Failure, origin: Origin): Promise<void> {
  countFailedSignIn(METRIC_CAUSES[cause]);
  log.warn({ cause, code }, 'sign-in failed');
  // Recorded with the name of the person where it was found out (lib/server/auth/sessions.ts).
  if (cause === 'suspended') return;
  try {
    const entry = {
      action: 'session.refused',
      actor: null,
      subject: 'sign-in',
      origin,
      after: { cause, ...(code !== undefined && { code }) },
    } as const;
    await recordDeniedAttempt(`sign-in ${networkOf(origin.address ?? '')} ${cause}`, {
      ...entry,
      reason: CAUSES[cause],
    });
  } catch (error) {
    // The person learns of the failed sign-in in any case.
    log.error({ err: error }, 'recording a failed sign-in failed');
  }
}

const METRIC_CAUSES = {
  state: 'answer',
  nonce: 'answer',
  pkce: 'answer',
  answer: 'answer',
  refused: 'provider',
  acr: 'provider',
  suspended: 'other',
  unreachable: 'provider',
  other: 'other',
} as const;

/** Classifies an error of next-auth. Exported for its test. */
export function readFailure(error: unknown): Failure {
  const { message = '', code = '' } = (error ?? {}) as { message?: unknown; code?: unknown };
  const text = `${String(message)} ${String(code)}`;
  const [first = ''] = text.split(/[\s(]/, 1);
  if (STANDARD_CODES.has(first)) return { cause: 'refused', code: first };
  return { cause: PATTERNS.find(([, sign]) => sign.test(text))?.[0] ?? 'other' };
}
