import { answer } from '@/app/api/answer';
import { listViews } from '@/lib/server/views/saved-views';
import { savedViewsEndpoint } from '@/lib/views/contract';

export async function GET(request: Request): Promise<Response> {
  return answer(savedViewsEndpoint, listViews(new URL(request.url).searchParams.get('list')));
}
