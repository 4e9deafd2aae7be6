import { answer } from '@/app/api/answer';
import { readPosted } from '@/app/api/read-posted';
import { BODY_LIMITS } from '@/lib/http/body-limits';
import { bulkLookupTransfers } from '@/lib/server/transfers/bulk-lookup';
import { bulkLookupEndpoint } from '@/lib/search/contract';

export async function POST(request: Request): Promise<Response> {
  const posted = await readPosted(request, { capability: 'readTransfers', maxBytes: BODY_LIMITS.bulkLookup });
  return answer(bulkLookupEndpoint, posted.ok ? bulkLookupTransfers(posted.value) : posted);
}
