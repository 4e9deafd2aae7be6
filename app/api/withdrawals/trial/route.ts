import { answer, refuse } from '@/app/api/answer';
import { ok } from '@/lib/result';
import { dryRunPolicy } from '@/lib/server/requests/policy-dry-run';
import { policyDryRunEndpoint } from '@/lib/requests/contract';

/** What the policy would say of a withdrawal in the making; null where it cannot be asked about what was given. */
export async function GET(request: Request): Promise<Response> {
  const trial = await dryRunPolicy(Object.fromEntries(new URL(request.url).searchParams));
  if (trial.ok) return answer(policyDryRunEndpoint, trial);
  const { error } = trial;
  return error.kind === 'invalid' ? answer(policyDryRunEndpoint, ok(null)) : refuse(error);
}
