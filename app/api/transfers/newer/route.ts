import { answer } from '@/app/api/answer';
import { countNewerTransfers } from '@/lib/server/transfers/totals';
import { readTransferQuery } from '@/lib/transfers/query';
import { newerTransfersEndpoint } from '@/lib/transfers/contract';

export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  return answer(
    newerTransfersEndpoint,
    countNewerTransfers(readTransferQuery(searchParams), (searchParams.get('than') ?? '').slice(0, 4096)),
  );
}
