import type { Explanation } from '@/lib/problems';
import type { Result } from '@/lib/result';

type Failure = { kind: 'signed-out' } | { kind: 'forbidden'; reason: string } | { kind: 'not-found' | 'failed'; status?: number; explanation?: Explanation };

/** The answer of a GET route: the value, or why there is none in words and the status that fits. */
export function answer(outcome: Result<unknown, Failure>): Response {
  const headers = { 'cache-control': 'private, no-store' };
  if (outcome.ok) return Response.json(outcome.value, { headers });
  const [status, error] = explain(outcome.error);
  return Response.json({ error }, { status, headers });
}

function explain(failure: Failure): [number, Explanation] {
  if (failure.kind === 'signed-out') return [401, { title: 'Your session has ended', detail: '', next: 'Sign in again.' }];
  if (failure.kind === 'forbidden') return [403, { title: 'You may not read this', detail: failure.reason, next: '' }];
  return [failure.status ?? 404, failure.explanation ?? { title: 'There is nothing under this address', detail: '', next: 'Check the address.' }];
}
