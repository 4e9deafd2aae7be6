import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { networkOf } from '@/lib/http/rate-limits';
import { countRefusedSignIn } from '@/lib/server/observability/counters';
import { log } from '@/lib/server/observability/log';
import type { Origin } from '@/lib/server/auth/request-origin';
import { recordDeniedAttempt } from '@/lib/server/auth/denied-attempts';

/** What came in the way of a sign-in, and how the audit log says it. */
const CAUSES = {
  state: 'What came back from the company’s sign-in belongs to no sign-in that was begun in this browser.',
  nonce: 'The identity token belongs to another sign-in.',
  pkce: 'Whoever came back could not show to have begun the sign-in.',
  refused: 'The company’s sign-in refused it.',
  unreachable: 'The company’s sign-in could not be reached.',
  answer: 'What the company’s sign-in answered cannot be used.',
  other: 'The console could not finish it.',
} as const;
type Cause = keyof typeof CAUSES;

interface Failure {
  cause: Cause;
  /** The provider's error code, where it is one of the standard's. */
  code?: string;
}

// RFC 6749, 4.1.2.1 and 5.2; OpenID Connect Core, 3.1.2.6. Anything else may be somebody's own words.
const CODES = new Set(
  `invalid_request unauthorized_client access_denied unsupported_response_type invalid_scope server_error temporarily_unavailable
   invalid_client invalid_grant unsupported_grant_type interaction_required login_required account_selection_required consent_required`.split(
    /\s+/,
  ),
);

// In the order of being asked: what the messages of next-auth and openid-client begin with or hold.
const SIGNS: readonly [Cause, RegExp][] = [
  ['state', /\bstate\b|decryption|created for a different provider/i],
  ['nonce', /\bnonce\b/i],
  ['pkce', /\bpkce\b|code_verifier/i],
  ['unreachable', /ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|socket hang up|timed out|expected 200 OK/],
  ['answer', /jwt|id_token|\biss\b|\baud\b|\bsub\b|subject|signature|parse|expected|missing|mismatch/i],
];

const attempts = new AsyncLocalStorage<{ failure?: Failure }>();

/** For next-auth's logger: takes down why the sign-in in hand fails. Of the error nothing else is kept, since its text can hold codes and tokens. */
export function recordSignInFailure(error: unknown): void {
  const attempt = attempts.getStore();
  // The first is the cause of those after it.
  if (attempt) attempt.failure ??= readFailure(error);
}

/** Answers a step of a sign-in, and writes down from where and why it came to nothing where it did. */
export async function watchSignIn(origin: Origin, answer: () => Promise<Response>): Promise<Response> {
  const attempt: { failure?: Failure } = {};
  const response = await attempts.run(attempt, answer);
  if (attempt.failure) await writeDown(attempt.failure, origin);
  return response;
}

async function writeDown({ cause, code }: Failure, origin: Origin): Promise<void> {
  countRefusedSignIn(COUNTED[cause]);
  log.warn({ cause, code }, 'a sign-in came to nothing');
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
    // Whoever could not sign in is told so all the same.
    log.error({ err: error }, 'a failed sign-in could not be written down');
  }
}

const COUNTED = {
  state: 'answer',
  nonce: 'answer',
  pkce: 'answer',
  answer: 'answer',
  refused: 'provider',
  unreachable: 'provider',
  other: 'other',
} as const;

/** Exported for its test. */
export function readFailure(error: unknown): Failure {
  const { message = '', code = '' } = (error ?? {}) as { message?: unknown; code?: unknown };
  const text = `${String(message)} ${String(code)}`;
  const [first = ''] = text.split(/[\s(]/, 1);
  if (CODES.has(first)) return { cause: 'refused', code: first };
  return { cause: SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? 'other' };
}
