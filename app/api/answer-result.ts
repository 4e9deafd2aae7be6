import { type Denial, explainDenial, isDenial, type StaleSignIn } from '@/lib/http/denials';
import { statusOf } from '@/lib/http/read-failures';
import type { Result } from '@/lib/result';
import { orUnavailable } from '@/lib/server/observability/outage';

// Read, understood and not done: RFC 9110, 15.5.21.
const NOT_DONE = 422;

/**
 * Answers a route that changes something with the result of the change, which its caller reads as it reads that of an
 * action (components/data/post-for-result.ts). A denial also has the status and the explanation that it has elsewhere.
 */
export async function answerResult<Value, Failure extends { kind: string }>(
  outcome: Result<Value, Failure | Denial> | Promise<Result<Value, Failure | Denial>>,
): Promise<Response> {
  const result = await orUnavailable(outcome);
  if (result.ok) return Response.json(result, { headers: NOT_STORED });
  const { error } = result;
  // Asked to sign: the answer is the prompt, and nothing failed.
  if (error.kind === 'unsigned') return Response.json(result, { headers: NOT_STORED });
  if (!isDenial<Failure | Denial>(error)) return Response.json(result, { status: NOT_DONE, headers: NOT_STORED });
  const denial = error as Denial | StaleSignIn;
  const explanation = explainDenial(denial, 'Nothing was saved and nothing was sent.');
  const wait = denial.kind === 'too-many' && { 'retry-after': String(denial.retryAfterS) };
  return Response.json(
    { ok: false, error: { ...explanation, ...denial } },
    {
      status: denial.kind === 'stale-sign-in' ? 403 : statusOf(denial),
      headers: { ...NOT_STORED, ...wait },
    },
  );
}

const NOT_STORED = { 'cache-control': 'private, no-store' };
