import { answer } from '@/app/api/answer';
import { readSimilarAddresses } from '@/lib/server/recipients/similar-addresses';

export async function GET(request: Request): Promise<Response> {
  return answer(readSimilarAddresses(Object.fromEntries(new URL(request.url).searchParams)));
}
