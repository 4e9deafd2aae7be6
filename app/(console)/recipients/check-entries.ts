import { fetchJson, withJson } from '@/components/data/fetch-json';
import type { EntryCheck, RecipientEntry } from '@/lib/recipients/recipients';
import { checkEntriesEndpoint } from '@/lib/recipients/contract';

/** What only the server knows of entries, in their order. Throws a ReadError. */
export async function checkEntries(entries: readonly RecipientEntry[]): Promise<EntryCheck[]> {
  return fetchJson(checkEntriesEndpoint(), withJson({ entries }));
}

/** The same of one. */
export async function checkEntry(entry: RecipientEntry): Promise<EntryCheck> {
  const [check] = await checkEntries([entry]);
  return check ?? { saved: null, lookAlikes: [] };
}
