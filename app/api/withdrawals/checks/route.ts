import { answer } from '@/app/api/answer';
import { readChecks } from '@/lib/server/requests/checks/read-checks';
import { recipientChecksEndpoint } from '@/lib/requests/contract';

export async function GET(request: Request): Promise<Response> {
  return answer(recipientChecksEndpoint, readChecks(Object.fromEntries(new URL(request.url).searchParams)));
}
