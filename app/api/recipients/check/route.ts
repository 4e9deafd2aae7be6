import { answer } from '@/app/api/answer';
import { readJson } from '@/app/api/read-json';
import { checkEntries } from '@/lib/server/recipients/check';
import { checkEntriesEndpoint } from '@/lib/recipients/contract';

export async function POST(request: Request): Promise<Response> {
  return answer(checkEntriesEndpoint, checkEntries(await readJson(request)));
}
