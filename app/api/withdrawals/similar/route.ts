import { answer } from '@/app/api/answer';
import { findSimilar } from '@/lib/server/requests/similar';

export async function GET(request: Request): Promise<Response> {
  return answer(findSimilar(Object.fromEntries(new URL(request.url).searchParams)));
}
