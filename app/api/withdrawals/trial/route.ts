import { answer, refuse } from '@/app/api/answer';
import { ok } from '@/lib/result';
import { dryRunPolicy } from '@/lib/server/requests/policy/dry-run';
import { policyDryRunEndpoint } from '@/lib/requests/contract';

/** Applies the policy to a withdrawal that is being prepared; answers null where the given values are incomplete. */
export async function GET(request: Request): Promise<Response> {
  const dryRun = await dryRunPolicy(Object.fromEntries(new URL(request.url).searchParams));
  if (dryRun.ok) return answer(policyDryRunEndpoint, dryRun);
  const { error } = dryRun;
  return error.kind === 'invalid' ? answer(policyDryRunEndpoint, ok(null)) : refuse(error);
}
