import { answer } from '@/app/api/answer';
import { readChecksOf } from '@/lib/server/requests/checks/read-checks';
import { requestChecksEndpoint } from '@/lib/requests/contract';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answer(requestChecksEndpoint, readChecksOf((await params).id));
}
