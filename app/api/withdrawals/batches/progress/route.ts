import { answer } from '@/app/api/answer';
import { readBatchProgress } from '@/lib/server/requests/groups/progress';

export async function GET(request: Request): Promise<Response> {
  return answer(readBatchProgress(new URL(request.url).searchParams.get('key') ?? ''));
}
