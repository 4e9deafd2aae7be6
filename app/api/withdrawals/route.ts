import { answer } from '@/app/api/answer';
import { findRequests } from '@/lib/server/requests/find';
import { findRequestsEndpoint } from '@/lib/requests/contract';

export async function GET(request: Request): Promise<Response> {
  return answer(findRequestsEndpoint, findRequests(new URL(request.url).searchParams.get('reference')?.trim() ?? ''));
}
