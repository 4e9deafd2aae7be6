import { answer } from '@/app/api/answer';
import { readLookAlikes } from '@/lib/server/recipients/similar-addresses';

export async function GET(request: Request): Promise<Response> {
  return answer(readLookAlikes(Object.fromEntries(new URL(request.url).searchParams)));
}
