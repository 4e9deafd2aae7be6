import { answer } from '@/app/api/answer';
import { readQueue } from '@/lib/server/requests/queue';

export async function GET(): Promise<Response> {
  return answer(readQueue());
}
