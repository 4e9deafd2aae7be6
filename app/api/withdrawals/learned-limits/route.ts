import { answer } from '@/app/api/answer';
import { learnedLimitsEndpoint } from '@/lib/requests/contract';
import { findLearnedLimits } from '@/lib/server/requests/checks/learned-limits';

export async function GET(request: Request): Promise<Response> {
  return answer(learnedLimitsEndpoint, findLearnedLimits(Object.fromEntries(new URL(request.url).searchParams)));
}
