import { answer } from '@/app/api/answer';
import { readBatch } from '@/lib/server/requests/bundles/read-batch';
import { batchEndpoint } from '@/lib/requests/contract';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answer(batchEndpoint, readBatch((await params).id));
}
