import { answer } from '@/app/api/answer';
import { readChecks } from '@/lib/server/requests/read-checks';

export async function GET(request: Request): Promise<Response> {
  return answer(readChecks(Object.fromEntries(new URL(request.url).searchParams)));
}
