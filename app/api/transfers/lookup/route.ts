import { answer } from '@/app/api/answer';
import { readJson } from '@/app/api/read-json';
import { bulkLookupTransfers } from '@/lib/server/transfers/bulk-lookup';
import { bulkLookupEndpoint } from '@/lib/transfers/contract';

const MAX_BODY_BYTES = 100_000;

export async function POST(request: Request): Promise<Response> {
  return answer(bulkLookupEndpoint, bulkLookupTransfers(await readJson(request, MAX_BODY_BYTES)));
}
