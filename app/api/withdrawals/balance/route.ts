import { answer } from '@/app/api/answer';
import { balanceEndpoint } from '@/lib/balances/contract';
import { readBalance } from '@/lib/server/balances/read-balances';

export async function GET(request: Request): Promise<Response> {
  return answer(balanceEndpoint, readBalance(Object.fromEntries(new URL(request.url).searchParams)));
}
