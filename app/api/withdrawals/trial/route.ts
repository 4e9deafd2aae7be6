import { answer } from '@/app/api/answer';
import { fail, ok } from '@/lib/result';
import { dryRunPolicy } from '@/lib/server/requests/policy-dry-run';

/** What the policy would say of a withdrawal in the making; null where it cannot be asked about what was given. */
export async function GET(request: Request): Promise<Response> {
  const trial = await dryRunPolicy(Object.fromEntries(new URL(request.url).searchParams));
  if (trial.ok) return answer(trial);
  const { error } = trial;
  return answer(error.kind === 'invalid' ? ok(null) : fail(error));
}
