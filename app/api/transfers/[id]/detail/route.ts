import { answer } from '@/app/api/answer';
import { readTransferDetail } from '@/lib/server/transfers/detail';
import { transferDetailEndpoint } from '@/lib/cases/transfer-detail';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answer(transferDetailEndpoint, readTransferDetail((await params).id));
}
