import { explainReadRefusal, type ReadRefusal, statusOf } from '@/lib/read-refusals';
import type { Result } from '@/lib/result';

/** The answer of a GET route: the value, or why there is none in words, the status that fits, and when to try again where that helps. */
export function answer(outcome: Result<unknown, ReadRefusal & { status?: number }>): Response {
  const headers = { 'cache-control': 'private, no-store' };
  if (outcome.ok) return Response.json(outcome.value, { headers });
  const { error } = outcome;
  const wait = error.kind === 'too-many' && { 'retry-after': String(error.retryAfterS) };
  return Response.json({ error: explainReadRefusal(error) }, { status: statusOf(error), headers: { ...headers, ...wait } });
}
