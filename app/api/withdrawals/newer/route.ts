import { answer } from '@/app/api/answer';
import { newerRequestsEndpoint } from '@/lib/requests/list/contract';
import { readRequestQuery } from '@/lib/requests/list/query';
import { countNewerRequests } from '@/lib/server/requests/lists/list';

const MAX_CURSOR = 4096;

export function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const { query } = readRequestQuery(searchParams);
  const than = (searchParams.get('than') ?? '').slice(0, MAX_CURSOR);
  return answer(newerRequestsEndpoint, countNewerRequests(query, than));
}
