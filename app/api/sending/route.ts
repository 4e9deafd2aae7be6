import { answer } from '@/app/api/answer';
import { readSending } from '@/lib/server/sends/overview';
import { sendingEndpoint } from '@/lib/sends/contract';

export async function GET(): Promise<Response> {
  return answer(sendingEndpoint, readSending());
}
