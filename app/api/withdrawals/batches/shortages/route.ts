import { answer } from '@/app/api/answer';
import { readPosted } from '@/app/api/read-posted';
import { shortagesEndpoint } from '@/lib/balances/contract';
import { BODY_LIMITS } from '@/lib/http/body-limits';
import { compareNeeds } from '@/lib/server/balances/shortages';

/** Compares sums with the balances. Saves nothing; a POST, because an address cannot hold those of a sheet. */
export async function POST(request: Request): Promise<Response> {
  const posted = await readPosted(request, { capability: 'readWithdrawals', maxBytes: BODY_LIMITS.sheet });
  return answer(shortagesEndpoint, posted.ok ? compareNeeds(posted.value) : posted);
}
