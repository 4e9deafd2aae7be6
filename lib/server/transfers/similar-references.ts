import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { readSearchTerm } from '@/lib/search/search-terms';
import { listSimilarKeys } from '@/lib/search/similar-references';
import { authorize } from '@/lib/server/auth/authorize';
import { findReferences } from '@/lib/server/mirror/search/lookup';
import { findRequestReferences } from '@/lib/server/requests/lookup';

const MAX_SIMILAR = 3;
const MAX_TERMS = 10;
// Each is one look into an index: 3,600 of them take ten milliseconds among a million transfers.
const MAX_KEYS = 12_000;

/**
 * Finds, for each term, at most three references of transfers and requests that it may have been meant for: they differ
 * by one character, or the term is longer than they are (lib/search/similar-references.ts). Looks for the first ten
 * terms only; `listKeys` may look for fewer. Gives the references by term; terms without any are left out.
 */
export async function findSimilarReferences(
  reader: Reader,
  terms: readonly string[],
  { signal, listKeys = listSimilarKeys }: { signal?: AbortSignal | undefined; listKeys?: typeof listSimilarKeys } = {},
): Promise<Map<string, string[]>> {
  let left = MAX_KEYS;
  const keysOf = terms.slice(0, MAX_TERMS).map((term) => {
    const keys = listKeys(readSearchTerm(term)?.text ?? '').slice(0, left);
    left -= keys.length;
    return { term, keys };
  });
  const all = [...new Set(keysOf.flatMap(({ keys }) => keys))];
  if (all.length === 0) return new Map();
  const mayReadRequests = await authorize('readWithdrawals');
  const found = await Promise.all([
    findReferences(reader, all, signal),
    mayReadRequests.ok ? findRequestReferences(reader, all) : [],
  ]);
  const references = new Map(found.flat().map((reference) => [reference.toLowerCase(), reference]));
  return new Map(
    keysOf
      .map(({ term, keys }): [string, string[]] => [
        term,
        keys.flatMap((key) => references.get(key) ?? []).slice(0, MAX_SIMILAR),
      ])
      .filter(([, similar]) => similar.length > 0),
  );
}
