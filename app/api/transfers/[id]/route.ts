import { answer } from '@/app/api/answer';
import { readTransfer } from '@/lib/server/transfers/read';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answer(readTransfer((await params).id));
}
