import { answer } from '@/app/api/answer';
import { readRecipientChoices } from '@/lib/server/recipients/read';
import { recipientChoicesEndpoint } from '@/lib/recipients/contract';

export async function GET(request: Request): Promise<Response> {
  return answer(recipientChoicesEndpoint, readRecipientChoices(Object.fromEntries(new URL(request.url).searchParams)));
}
