import { answer } from '@/app/api/answer';
import { readChecksOf } from '@/lib/server/requests/read-checks';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answer(readChecksOf((await params).id));
}
