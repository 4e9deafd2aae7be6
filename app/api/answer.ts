import { explainReadFailure, type ReadFailure, statusOf } from '@/lib/http/read-failures';
import type { Result } from '@/lib/result';
import { orUnavailable } from '@/lib/server/observability/outage';

type Outcome = Result<unknown, ReadFailure & { status?: number }>;

/** The answer of a GET route: the value, or why there is none in words, the status that fits, and when to try again where that helps. */
export async function answer(asked: Outcome | Promise<Outcome>): Promise<Response> {
  return put(await orUnavailable(asked));
}

function put(outcome: Outcome): Response {
  const headers = { 'cache-control': 'private, no-store' };
  if (outcome.ok) return Response.json(outcome.value, { headers });
  const { error } = outcome;
  const wait = error.kind === 'too-many' && { 'retry-after': String(error.retryAfterS) };
  return Response.json(
    { error: explainReadFailure(error) },
    { status: statusOf(error), headers: { ...headers, ...wait } },
  );
}
