import { answerResult } from '@/app/api/answer-result';
import { readPosted } from '@/app/api/read-posted';
import { BODY_LIMITS } from '@/lib/http/body-limits';
import { propose } from '@/lib/server/proposal-registry';
import { measureAction } from '@/lib/server/observability/measure-action';

/** Proposes a change that takes two people: an import, a policy or a registry, which can be larger than a form. */
export async function POST(request: Request): Promise<Response> {
  const posted = await readPosted(request, { capability: 'readPolicy', maxBytes: BODY_LIMITS.sheet });
  return answerResult(posted.ok ? measureAction('propose', propose, posted.value) : posted);
}
