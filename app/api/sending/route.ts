import { answer } from '@/app/api/answer';
import { readSending } from '@/lib/server/sends/overview';

export async function GET(): Promise<Response> {
  return answer(readSending());
}
