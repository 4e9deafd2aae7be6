import { answer } from '@/app/api/answer';
import { readSimilarAddresses } from '@/lib/server/recipients/similar-addresses';
import { similarAddressesEndpoint } from '@/lib/recipients/contract';

export async function GET(request: Request): Promise<Response> {
  return answer(similarAddressesEndpoint, readSimilarAddresses(Object.fromEntries(new URL(request.url).searchParams)));
}
