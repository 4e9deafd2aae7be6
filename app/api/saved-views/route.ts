import { answer } from '@/app/api/answer';
import { listViews } from '@/lib/server/transfers/saved-views';

export async function GET(): Promise<Response> {
  return answer(listViews());
}
