import { answer } from '@/app/api/answer';
import { untilDisconnect } from '@/app/api/until-disconnect';
import { findRequestsByReference } from '@/lib/server/search/search';
import { findRequestsEndpoint } from '@/lib/requests/contract';

export function GET(request: Request): Promise<Response> {
  const reference = new URL(request.url).searchParams.get('reference') ?? '';
  return untilDisconnect(request, async (signal) =>
    answer(findRequestsEndpoint, findRequestsByReference(reference, signal)),
  );
}
