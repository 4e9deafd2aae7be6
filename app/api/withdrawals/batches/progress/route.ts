import { answer } from '@/app/api/answer';
import { readBatchProgress } from '@/lib/server/requests/bundles/progress';
import { batchProgressEndpoint } from '@/lib/requests/contract';

export async function GET(request: Request): Promise<Response> {
  return answer(batchProgressEndpoint, readBatchProgress(new URL(request.url).searchParams.get('key') ?? ''));
}
