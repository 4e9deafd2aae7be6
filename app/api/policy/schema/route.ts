import { refuse } from '@/app/api/answer';
import { orUnavailable } from '@/lib/server/observability/outage';
import { readPolicySchema } from '@/lib/server/policy/read';

/** The JSON schema of a policy as a file, for people who write one outside the console. */
export async function GET(): Promise<Response> {
  const outcome = await orUnavailable(readPolicySchema());
  if (!outcome.ok) return refuse(outcome.error);
  return Response.json(outcome.value, {
    headers: { 'content-type': 'application/schema+json', 'cache-control': 'private, no-store' },
  });
}
