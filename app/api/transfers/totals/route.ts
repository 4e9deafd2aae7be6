import { answer } from '@/app/api/answer';
import { untilDisconnect } from '@/app/api/until-disconnect';
import { readTransferTotals } from '@/lib/server/transfers/totals';
import { readTransferQuery } from '@/lib/transfers/query';
import { transferTotalsEndpoint } from '@/lib/transfers/contract';

export function GET(request: Request): Promise<Response> {
  const query = readTransferQuery(new URL(request.url).searchParams);
  return untilDisconnect(request, async (signal) => answer(transferTotalsEndpoint, readTransferTotals(query, signal)));
}
