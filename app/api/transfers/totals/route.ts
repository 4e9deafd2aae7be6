import { answer } from '@/app/api/answer';
import { whileWaitedFor } from '@/app/api/while-waited-for';
import { readTransferTotals } from '@/lib/server/transfers/survey';
import { readTransferQuery } from '@/lib/transfers/transfer-query';

export function GET(request: Request): Promise<Response> {
  const query = readTransferQuery(new URL(request.url).searchParams);
  return whileWaitedFor(request, async (signal) => answer(readTransferTotals(query, signal)));
}
