import { answer } from '@/app/api/answer';
import { readTransferDetail } from '@/lib/server/transfers/detail';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answer(readTransferDetail((await params).id));
}
