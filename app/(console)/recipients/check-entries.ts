import { fetchJson } from '@/components/data/fetch-json';
import type { EntryCheck, RecipientEntry } from '@/lib/recipients/recipients';
import { apiRoutes } from '@/lib/http/routes';

/** What only the server knows of entries, in their order. Throws a ReadError. */
export async function checkEntries(entries: readonly RecipientEntry[]): Promise<EntryCheck[]> {
  return fetchJson(apiRoutes.checkRecipients, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ entries }),
  });
}

/** The same of one. */
export async function checkEntry(entry: RecipientEntry): Promise<EntryCheck> {
  const [check] = await checkEntries([entry]);
  return check ?? { saved: null, lookAlikes: [] };
}
