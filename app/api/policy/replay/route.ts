import { answer } from '@/app/api/answer';
import { readPosted } from '@/app/api/read-posted';
import { BODY_LIMITS } from '@/lib/http/body-limits';
import { policyReplayEndpoint } from '@/lib/requests/contract';
import { replayPolicy } from '@/lib/server/requests/policy/replay';

/** Replays past requests through the posted rules. Saves nothing; a POST only since an address cannot hold rules. */
export async function POST(request: Request): Promise<Response> {
  const posted = await readPosted(request, { capability: 'changePolicy', maxBytes: BODY_LIMITS.sheet });
  return answer(policyReplayEndpoint, posted.ok ? replayPolicy(posted.value, { signal: request.signal }) : posted);
}
