import { answer } from '@/app/api/answer';
import { countNewerTransfers } from '@/lib/server/transfers/totals';
import { readTransferQuery } from '@/lib/transfers/query';

export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  return answer(countNewerTransfers(readTransferQuery(searchParams), (searchParams.get('than') ?? '').slice(0, 4096)));
}
