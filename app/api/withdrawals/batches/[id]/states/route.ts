import { answer } from '@/app/api/answer';
import { readBatchStates } from '@/lib/server/requests/bundles/read-batch';
import { batchStatesEndpoint } from '@/lib/requests/contract';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answer(batchStatesEndpoint, readBatchStates((await params).id));
}
