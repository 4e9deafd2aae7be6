import { answer } from '@/app/api/answer';
import { findAddressFinding } from '@/lib/server/recipients/travel-rule/ask-service';
import { addressFindingEndpoint } from '@/lib/recipients/contract';

/** Answers what the service says against the address of a withdrawal that is being prepared; null for nothing. */
export async function GET(request: Request): Promise<Response> {
  return answer(addressFindingEndpoint, findAddressFinding(Object.fromEntries(new URL(request.url).searchParams)));
}
