import { answer } from '@/app/api/answer';
import { readPosted } from '@/app/api/read-posted';
import { BODY_LIMITS } from '@/lib/http/body-limits';
import { findRecipientsByName } from '@/lib/server/recipients/find';
import { namedRecipientsEndpoint } from '@/lib/recipients/contract';

/** Finds entries by name. Saves nothing; a POST only since the page's address cannot hold so many names. */
export async function POST(request: Request): Promise<Response> {
  const posted = await readPosted(request, { capability: 'readRecipients', maxBytes: BODY_LIMITS.sheet });
  return answer(namedRecipientsEndpoint, posted.ok ? findRecipientsByName(posted.value) : posted);
}
