import { answer } from '@/app/api/answer';
import { untilDisconnect } from '@/app/api/until-disconnect';
import { readTransferAccounts } from '@/lib/server/transfers/totals';
import { readTransferQuery } from '@/lib/transfers/query';
import { balanceAccountsEndpoint } from '@/lib/transfers/contract';

export function GET(request: Request): Promise<Response> {
  const query = readTransferQuery(new URL(request.url).searchParams);
  return untilDisconnect(request, async (signal) =>
    answer(balanceAccountsEndpoint, readTransferAccounts(query, signal)),
  );
}
