import { answer } from '@/app/api/answer';
import { paidRecipientsEndpoint } from '@/lib/recipients/contract';
import { readPaidRecipients } from '@/lib/server/recipients/adoption/paid-before';

export async function GET(request: Request): Promise<Response> {
  return answer(paidRecipientsEndpoint, readPaidRecipients(Object.fromEntries(new URL(request.url).searchParams)));
}
