import { answer } from '@/app/api/answer';
import { readBatchStates } from '@/lib/server/requests/groups/read-batch';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answer(readBatchStates((await params).id));
}
