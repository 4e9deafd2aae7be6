import { answer } from '@/app/api/answer';
import { readPosted } from '@/app/api/read-posted';
import { BODY_LIMITS } from '@/lib/http/body-limits';
import { checkEntries } from '@/lib/server/recipients/check';
import { checkEntriesEndpoint } from '@/lib/recipients/contract';

export async function POST(request: Request): Promise<Response> {
  const posted = await readPosted(request, { capability: 'changeRecipients', maxBytes: BODY_LIMITS.sheet });
  return answer(checkEntriesEndpoint, posted.ok ? checkEntries(posted.value) : posted);
}
