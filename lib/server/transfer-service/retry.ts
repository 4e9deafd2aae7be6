import 'server-only';
import { DelegateBackoff, handleWhenResult, retry } from 'cockatiel';
import type { Result } from '@/lib/result';
import { callMetrics } from '@/lib/server/transfer-service/call-metrics';
import type { HttpAnswer, HttpFailure } from '@/lib/server/transfer-service/http-call';
import { parseRetryAfter } from '@/lib/server/transfer-service/problems';

type Outcome = Result<HttpAnswer, HttpFailure>;

const MAX_RETRIES = 5;
const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 5_000;
/** Cause of a read that was not made, since the limit of reads left no turn in time. */
export const NO_TURN = 'no turn in time';
/** Time limit of one read, over all attempts and waits. */
export const READ_TIME_LIMIT_MS = 12_000;

/**
 * Repeats a read on 408, 429, 5xx and a broken connection, with exponential backoff and full jitter or after
 * Retry-After, within the time limit. Returns the last outcome. docs/specification/service-interface.md#limits,
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export async function retryRead(
  attempt: (remainingMs: number) => Promise<Outcome>,
  withinMs = READ_TIME_LIMIT_MS,
): Promise<Outcome> {
  const endsAt = performance.now() + withinMs;
  const remaining = () => endsAt - performance.now();
  let delayMs = 0;
  const policy = retry(
    handleWhenResult((result) => isTransient(result as Outcome) && delayMs < remaining()),
    { maxAttempts: MAX_RETRIES, backoff: new DelegateBackoff(() => delayMs) },
  );
  return policy.execute(async ({ attempt: retries }) => {
    if (retries > 0) callMetrics().metrics.retries.inc();
    const outcome = await attempt(Math.max(Math.ceil(remaining()), 1));
    const requestedMs = outcome.ok ? parseRetryAfter(outcome.value.headers['retry-after']) : undefined;
    delayMs = Math.max(requestedMs ?? 0, Math.random() * Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** retries));
    return outcome;
  });
}

function isTransient(outcome: Outcome): boolean {
  // An oversized answer would be oversized again, and a missing turn is not waited for twice.
  if (!outcome.ok) return outcome.error.cause !== 'UND_ERR_RES_EXCEEDED_MAX_SIZE' && outcome.error.cause !== NO_TURN;
  const { status } = outcome.value;
  return status === 429 || status === 408 || status >= 500;
}
