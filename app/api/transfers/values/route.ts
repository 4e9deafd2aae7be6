import { answer } from '@/app/api/answer';
import { readTransferValues } from '@/lib/server/transfers/totals';

export async function GET(): Promise<Response> {
  return answer(readTransferValues());
}
