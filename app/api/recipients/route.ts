import { answer } from '@/app/api/answer';
import { readRecipientChoices } from '@/lib/server/recipients/read';

export async function GET(request: Request): Promise<Response> {
  return answer(readRecipientChoices(Object.fromEntries(new URL(request.url).searchParams)));
}
