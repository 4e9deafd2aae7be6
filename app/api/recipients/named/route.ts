import { answer } from '@/app/api/answer';
import { readJson } from '@/app/api/read-json';
import { findRecipientsByName } from '@/lib/server/recipients/find-by-name';
import { namedRecipientsEndpoint } from '@/lib/recipients/contract';

/** Finds entries by name. Saves nothing; a POST only since the page's address cannot hold so many names. */
export async function POST(request: Request): Promise<Response> {
  return answer(namedRecipientsEndpoint, findRecipientsByName(await readJson(request)));
}
