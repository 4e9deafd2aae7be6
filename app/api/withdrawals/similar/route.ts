import { answer } from '@/app/api/answer';
import { findSimilar } from '@/lib/server/requests/checks/similar';
import { similarRequestsEndpoint } from '@/lib/requests/contract';

export async function GET(request: Request): Promise<Response> {
  return answer(similarRequestsEndpoint, findSimilar(Object.fromEntries(new URL(request.url).searchParams)));
}
