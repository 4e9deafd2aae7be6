import { fetchJson, withJson } from '@/components/data/fetch-json';
import type { EntryCheck, RecipientEntry } from '@/lib/recipients/recipients';
import { checkEntriesEndpoint } from '@/lib/recipients/contract';

/** Checks entries on the server, in their order: already saved, similar addresses. Throws a ReadError. */
export async function checkEntries(entries: readonly RecipientEntry[]): Promise<EntryCheck[]> {
  return fetchJson(checkEntriesEndpoint(), withJson({ entries }));
}

/** Checks one entry on the server. Throws a ReadError. */
export async function checkEntry(entry: RecipientEntry): Promise<EntryCheck> {
  const [check] = await checkEntries([entry]);
  return check ?? { saved: null, similarAddresses: [] };
}
