import { answer } from '@/app/api/answer';
import { listViews } from '@/lib/server/transfers/saved-views';
import { savedViewsEndpoint } from '@/lib/transfers/contract';

export async function GET(): Promise<Response> {
  return answer(savedViewsEndpoint, listViews());
}
