import { answer } from '@/app/api/answer';
import { untilDisconnect } from '@/app/api/until-disconnect';
import { searchBesideTransfers } from '@/lib/server/search/search';
import { searchEndpoint } from '@/lib/search/contract';

const MAX_LENGTH = 500;

export function GET(request: Request): Promise<Response> {
  const q = new URL(request.url).searchParams.get('q') ?? '';
  return untilDisconnect(request, async (signal) =>
    answer(searchEndpoint, searchBesideTransfers(q.slice(0, MAX_LENGTH), signal)),
  );
}
