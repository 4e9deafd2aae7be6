import { explainReadRefusal, type ReadRefusal } from '@/lib/read-refusals';
import type { Result } from '@/lib/result';

/** The answer of a GET route: the value, or why there is none in words and the status that fits. */
export function answer(outcome: Result<unknown, ReadRefusal & { status?: number }>): Response {
  const headers = { 'cache-control': 'private, no-store' };
  if (outcome.ok) return Response.json(outcome.value, { headers });
  return Response.json({ error: explainReadRefusal(outcome.error) }, { status: statusOf(outcome.error), headers });
}

function statusOf({ kind, status }: ReadRefusal & { status?: number }): number {
  if (kind === 'signed-out') return 401;
  return kind === 'forbidden' ? 403 : (status ?? 404);
}
