import 'server-only';
import { DelegateBackoff, handleWhenResult, retry } from 'cockatiel';
import type { Result } from '@/lib/result';
import { callMetrics } from '@/lib/server/transfer-service/call-metrics';
import type { HttpAnswer, HttpFailure } from '@/lib/server/transfer-service/http-call';
import { parseRetryAfter } from '@/lib/server/transfer-service/problems';

type Outcome = Result<HttpAnswer, HttpFailure>;

const MAX_RETRIES = 5;
const FIRST_DELAY_MS = 200;
const LONGEST_DELAY_MS = 5_000;
/** Why a read did not leave where its turn in the budget would not have come in time. */
export const NO_TURN = 'no turn in time';
/** For all tries of one read together, waits included. */
export const READ_TIME_LIMIT_MS = 12_000;

/**
 * Tries a read again on 429, 5xx and a broken connection (section 7): exponential backoff with full jitter, or what
 * Retry-After asks for, and never past the time limit. The last outcome is given back as it is.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export async function retryRead(
  attempt: (remainingMs: number) => Promise<Outcome>,
  random = Math.random,
): Promise<Outcome> {
  const endsAt = performance.now() + READ_TIME_LIMIT_MS;
  const remaining = () => endsAt - performance.now();
  let delayMs = 0;
  const policy = retry(
    handleWhenResult((result) => isPassing(result as Outcome) && delayMs < remaining()),
    { maxAttempts: MAX_RETRIES, backoff: new DelegateBackoff(() => delayMs) },
  );
  return policy.execute(async ({ attempt: tries }) => {
    if (tries > 0) callMetrics().metrics.retries.inc();
    const outcome = await attempt(Math.max(Math.ceil(remaining()), 1));
    const asked = outcome.ok ? parseRetryAfter(outcome.value.headers['retry-after']) : undefined;
    delayMs = Math.max(asked ?? 0, random() * Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** tries));
    return outcome;
  });
}

function isPassing(outcome: Outcome): boolean {
  // An answer beyond all bounds would be so again, and a turn that does not come in time is not waited for twice.
  if (!outcome.ok) return outcome.error.cause !== 'UND_ERR_RES_EXCEEDED_MAX_SIZE' && outcome.error.cause !== NO_TURN;
  const { status } = outcome.value;
  return status === 429 || status === 408 || status >= 500;
}
