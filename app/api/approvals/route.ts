import { answer } from '@/app/api/answer';
import { readQueue } from '@/lib/server/requests/lists/queue';
import { approvalQueueEndpoint } from '@/lib/requests/contract';

export async function GET(): Promise<Response> {
  return answer(approvalQueueEndpoint, readQueue());
}
