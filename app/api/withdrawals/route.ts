import { answer } from '@/app/api/answer';
import { findRequests } from '@/lib/server/requests/find';

export async function GET(request: Request): Promise<Response> {
  return answer(findRequests(new URL(request.url).searchParams.get('reference')?.trim() ?? ''));
}
