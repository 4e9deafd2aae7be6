import { answer } from '@/app/api/answer';
import { readTransfer } from '@/lib/server/transfers/read';
import { transferEndpoint } from '@/lib/transfers/contract';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answer(transferEndpoint, readTransfer((await params).id));
}
