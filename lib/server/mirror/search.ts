import 'server-only';
import { type SearchPlace, writeCursor } from '@/lib/server/mirror/keyset-pagination';
import { type MirrorRow, toRow } from '@/lib/server/mirror/list';
import { isIndexed, isRedundant, searchStatement, type Tier, tiersOf } from '@/lib/server/mirror/search-tiers';
import { rethrowUnlessAborted, readRows } from '@/lib/server/mirror/reader-pool';
import { canBeInTexts, type Exactness, findMatch, type SearchTerm } from '@/lib/search/search-terms';
import type { TransferQuery } from '@/lib/transfers/query';
import type { TransferListPage } from '@/lib/transfers/transfer';

/** A page of what was found, and whether anything of it matches exactly. */
export interface Found extends Pick<TransferListPage, 'items' | 'nextCursor' | 'note'> {
  exactness: Exactness;
}

const TIME_LIMIT_MS = 5_000;
const WHOLE_REFERENCE = 8;

/**
 * Searches the mirror within the filters of a query, after a place of an earlier page. Exact answers come first, then
 * what begins so, then what holds it. Takes some seconds at most: what is too broad is answered in part, with a note.
 */
export async function searchMirror(
  query: TransferQuery,
  term: SearchTerm,
  after: SearchPlace | undefined,
  limit: number,
  signal?: AbortSignal,
): Promise<Found> {
  const tooLong = AbortSignal.timeout(TIME_LIMIT_MS);
  const either = signal ? AbortSignal.any([signal, tooLong]) : tooLong;
  const tiers = tiersOf(term);
  const rows: (MirrorRow & { tier: number })[] = [];
  let exactness: Exactness = after?.exactness ?? 'none';
  let note: string | undefined;
  const read = (index: number, most: number): Promise<MirrorRow[]> => {
    const tier = tiers[index] as Tier;
    const before = tiers.slice(0, index).filter((other) => !isRedundant(other, exactness, term));
    return readRows(searchStatement(query, tier, before, after?.tier === index ? after : undefined, most), either);
  };
  const ahead = after ? undefined : readAhead(tiers, term, (index) => read(index, limit + 1));
  try {
    for (let index = after?.tier ?? 0; index < tiers.length && rows.length <= limit; index += 1) {
      const tier = tiers[index];
      if (!tier || isRedundant(tier, exactness, term)) continue;
      const found = await (ahead?.index === index ? ahead.rows : read(index, limit + 1 - rows.length));
      rows.push(...found.map((row) => ({ ...row, tier: index })));
      if (found.length > 0 && tier.how === 'exact' && exactness === 'none')
        exactness = tier.of === 'keys' ? 'key' : 'text';
    }
    if (exactness === 'none') note = await noteOn(term, either);
  } catch (error) {
    rethrowUnlessAborted(error, tooLong);
    note = TOO_BROAD;
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items: shown.map((row) => {
      const transfer = toRow(row);
      return { ...transfer, match: findMatch(transfer, term, tiers[row.tier]?.how ?? 'contains') };
    }),
    nextCursor: hasMore ? writeCursor(query, { value: last.key, id: last.id, tier: last.tier, exactness }) : null,
    exactness,
    ...(note !== undefined && { note }),
  };
}

/** A whole reference wants to know, too, what begins with it: that is asked at the same time, and not after it was found. */
function readAhead(tiers: readonly Tier[], term: SearchTerm, read: (index: number) => Promise<MirrorRow[]>) {
  const index = tiers.findIndex((tier) => tier.of === 'references' && !isRedundant(tier, 'key', term));
  // Too much begins with what is short.
  if (index === -1 || term.text.length < WHOLE_REFERENCE) return undefined;
  const rows = read(index);
  // Whoever takes them is told; nobody may.
  rows.catch(() => undefined);
  return { index, rows };
}

const TOO_BROAD =
  'This search is too broad to be finished in time, so there may be more than is shown. Search for more of the text, or filter as well.';
const NOT_INDEXED =
  'This holds no letters or digits that texts are searched by, so memos and metadata were left out: only references, hashes, addresses and IDs were searched.';
const TOO_SHORT =
  'This is short, so parts of texts were left out: they are searched for from three letters or digits on.';

/** What was not searched; undefined where everything was. */
async function noteOn(term: SearchTerm, signal: AbortSignal): Promise<string | undefined> {
  const { whole, part } = canBeInTexts(term);
  if (!whole || !(await isIndexed(term, signal))) return NOT_INDEXED;
  return part ? undefined : TOO_SHORT;
}

/** What matches a term exactly within the filters of a query. */
export async function readExactness(query: TransferQuery, term: SearchTerm, signal?: AbortSignal): Promise<Exactness> {
  for (const tier of tiersOf(term)) {
    const isExact =
      tier.how === 'exact' && (await readRows(searchStatement(query, tier, [], undefined, 1), signal)).length > 0;
    if (isExact) return tier.of === 'keys' ? 'key' : 'text';
  }
  return 'none';
}
