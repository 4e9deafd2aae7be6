import { answer } from '@/app/api/answer';
import { readJson } from '@/app/api/read-json';
import { checkEntries } from '@/lib/server/recipients/check';

export async function POST(request: Request): Promise<Response> {
  return answer(checkEntries(await readJson(request)));
}
