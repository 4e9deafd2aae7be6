import { answer } from '@/app/api/answer';
import { readRequest } from '@/lib/server/requests/read';

export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answer(readRequest((await params).id));
}
