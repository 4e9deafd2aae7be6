import { answer } from '@/app/api/answer';
import { findProviders } from '@/lib/server/recipients/travel-rule/ask-service';
import { providersEndpoint } from '@/lib/recipients/contract';

/** Searches the service's directory of providers. */
export async function GET(request: Request): Promise<Response> {
  return answer(providersEndpoint, findProviders(Object.fromEntries(new URL(request.url).searchParams)));
}
