import { answer } from '@/app/api/answer';
import { watchesEndpoint } from '@/lib/cases/contract';
import { readWatches } from '@/lib/server/cases/watches';

export async function GET(): Promise<Response> {
  return answer(watchesEndpoint, readWatches());
}
