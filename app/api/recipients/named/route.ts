import { answer } from '@/app/api/answer';
import { readJson } from '@/app/api/read-json';
import { readNamedRecipients } from '@/lib/server/recipients/find-by-name';
import { namedRecipientsEndpoint } from '@/lib/recipients/contract';

/** Entries of the book by their names. Saves nothing; a POST only since an address cannot hold so many. */
export async function POST(request: Request): Promise<Response> {
  return answer(namedRecipientsEndpoint, readNamedRecipients(await readJson(request)));
}
