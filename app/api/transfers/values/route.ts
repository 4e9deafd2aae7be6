import { answer } from '@/app/api/answer';
import { readTransferValues } from '@/lib/server/transfers/totals';
import { transferValuesEndpoint } from '@/lib/transfers/contract';

export async function GET(): Promise<Response> {
  return answer(transferValuesEndpoint, readTransferValues());
}
