import { answer } from '@/app/api/answer';
import { readRequest } from '@/lib/server/requests/lists/read';
import { requestEndpoint } from '@/lib/requests/contract';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answer(requestEndpoint, readRequest((await params).id));
}
