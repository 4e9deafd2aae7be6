import { answer } from '@/app/api/answer';
import { requestOptionsEndpoint } from '@/lib/requests/list/contract';
import { readRequestOptions } from '@/lib/server/requests/lists/list';

export async function GET(): Promise<Response> {
  return answer(requestOptionsEndpoint, readRequestOptions());
}
