import 'server-only';
import type { Reader } from '@/lib/identity/reader';
import { type SearchPosition, writeCursor } from '@/lib/server/mirror/search/keyset-pagination';
import { isKeyLookup, type KeyRow, lookUpKey } from '@/lib/server/mirror/search/key-lookup';
import { type MirrorRow, toTransferRow } from '@/lib/server/mirror/search/list';
import {
  isInTextIndex,
  isRedundant,
  nameAddresses,
  type SearchFilter,
  searchStatement,
  listTiers,
} from '@/lib/server/mirror/search/search-tiers';
import { withoutUnknownLabels } from '@/lib/server/mirror/search/other-tiers';
import type { Tier } from '@/lib/server/mirror/search/tier';
import { rethrowUnlessAborted, readRowsFor } from '@/lib/server/database/query/reader-pool';
import type { SearchLimit } from '@/lib/mirror/search-answer';
import { findOtherMatch } from '@/lib/search/match-other';
import { isKeyMatch } from '@/lib/search/mentions';
import {
  textIndexSupport,
  type Exactness,
  findMatch,
  looksLikeKeyPart,
  readSearchTerm,
  type SearchTerm,
} from '@/lib/search/search-terms';
import type { TransferQuery } from '@/lib/transfers/query';
import type { Match, TransferListPage, TransferRow } from '@/lib/transfers/transfer';

/** A page of search results, and what matched exactly. */
export interface SearchResult extends Pick<TransferListPage, 'items' | 'nextCursor' | 'note' | 'limits'> {
  exactness: Exactness;
}

const TIME_LIMIT_MS = 5_000;
const MIN_REFERENCE_LENGTH = 8;

interface SearchPageOptions {
  term: SearchTerm;
  after?: SearchPosition | undefined;
  limit: number;
  signal?: AbortSignal | undefined;
}

/**
 * Searches the mirror within the filters of a query, after a position of an earlier page. Exact matches come first,
 * then beginnings, ends and parts. Takes at most five seconds: a search that is too broad gives part of the results and
 * a note.
 */
export async function searchMirror(
  reader: Reader,
  query: TransferQuery,
  { term, after, limit, signal }: SearchPageOptions,
): Promise<SearchResult> {
  const tooLong = AbortSignal.timeout(TIME_LIMIT_MS);
  const either = signal ? AbortSignal.any([signal, tooLong]) : tooLong;
  const tiers = listTiers(term);
  const rows: FoundRow[] = [];
  let exactness: Exactness = after?.exactness ?? 'none';
  const limits: SearchLimit[] = [];
  let note: string | undefined;
  // The results of the tiers up to that of the position were on earlier pages; those of later tiers are in `rows`.
  const listed = after ? after.tier + 1 : 0;
  const read = async (index: number, count: number, unknown = Math.min(index, listed)): Promise<MirrorRow[]> => {
    const known = await withoutUnknownLabels(reader, tiers[index] as Tier, either);
    if (known.alternatives.length === 0) return [];
    const tier = await nameAddresses(reader, known, { signal: either });
    const before = tiers.slice(0, unknown).filter((other) => !isRedundant(other, exactness, term));
    const found = rows.map(({ id }) => id);
    const from = after?.tier === index ? after : undefined;
    const statement = searchStatement(reader, { query, tier, before, known: found, after: from, limit: count });
    return readRowsFor(reader, statement, either);
  };
  const first = after ? undefined : readFirst(reader, query, { term, tiers, limit: limit + 1, signal: either, read });
  try {
    for (let index = after?.tier ?? 0; index < tiers.length && rows.length <= limit; index += 1) {
      const tier = tiers[index];
      if (!tier || isRedundant(tier, exactness, term)) continue;
      const found = (await first?.(index)) ?? (await read(index, limit + 1 - rows.length));
      rows.push(...found.map((row) => toFound(row, tier, { index, term })));
      if (found.length > 0 && tier.how === 'exact' && exactness === 'none') exactness = exactnessOf(tier);
      // Stored since the exact matches were read.
      if (exactness === 'none' && rows.some(({ item }) => isKeyMatch(item.match))) exactness = 'key';
    }
    if (exactness === 'none' || exactness === 'other')
      limits.push(...(await listLimits(term, { isFound: rows.length > 0, signal: either })));
  } catch (error) {
    rethrowUnlessAborted(error, tooLong);
    note = TOO_BROAD;
  }
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items: shown.map(({ item }) => item),
    nextCursor: hasMore ? writeCursor(query, { value: last.key, id: last.id, tier: last.tier, exactness }) : null,
    exactness,
    ...(note !== undefined && { note }),
    ...(limits.length > 0 && { limits }),
  };
}

interface FoundRow {
  id: string;
  key: string;
  tier: number;
  item: TransferRow & { match: Match };
}

function toFound(
  row: MirrorRow,
  { how, target }: Tier,
  { index, term }: { index: number; term: SearchTerm },
): FoundRow {
  const transfer = toTransferRow(row);
  const match = target === 'members' ? findOtherMatch(transfer, term) : findMatch(transfer, term, how);
  return { id: row.id, key: row.key, tier: index, item: { ...transfer, match } };
}

interface FirstRead {
  term: SearchTerm;
  tiers: readonly Tier[];
  limit: number;
  signal: AbortSignal;
  /** Reads a tier without the results of so many tiers before it, which are not known yet. */
  read: (index: number, count: number, unknown: number) => Promise<MirrorRow[]>;
}

/**
 * Starts to read the whole references, and those that begin with one, at the same time. Gives the rows of such a tier
 * by its index; undefined for the others.
 */
function readFirst(
  reader: Reader,
  query: TransferQuery,
  { term, tiers, limit, signal, read }: FirstRead,
): (index: number) => Promise<MirrorRow[] | undefined> | undefined {
  const beginnings = tiers.findIndex((tier) => tier.target === 'references' && !isRedundant(tier, 'key', term));
  // Too many references begin with a short term.
  const hasBeginnings = beginnings !== -1 && term.text.length >= MIN_REFERENCE_LENGTH;
  const isLookup = isKeyLookup(query, term);
  if (!isLookup && !hasBeginnings) return () => undefined;
  const found: Promise<KeyRow[]> = isLookup
    ? lookUpKey(reader, term, { limit, hasBeginnings, signal })
    : read(beginnings, limit, beginnings).then((rows) => rows.map((row) => ({ ...row, tier: 1 as const })));
  // The search rethrows the error when it needs these rows; it may never need them.
  found.catch(() => undefined);
  const ofTier = async (wanted: KeyRow['tier']) => (await found).filter(({ tier }) => tier === wanted);
  return (index) => {
    if (hasBeginnings && index === beginnings) return ofTier(1);
    return isLookup && index === 0 ? ofTier(0) : undefined;
  };
}

const TOO_BROAD = 'The search took too long, so some matches may be missing. Enter a longer term, or add a filter.';

/** Lists what could not be searched for a term; empty if everything was that the term can be a part of. */
async function listLimits(
  term: SearchTerm,
  { isFound, signal }: { isFound: boolean; signal: AbortSignal },
): Promise<SearchLimit[]> {
  const { whole, part } = textIndexSupport(term);
  if (!whole || !(await isInTextIndex(term, signal))) return ['no-letters'];
  if (!part) return ['too-short'];
  return !isFound && looksLikeKeyPart(term) ? ['middle'] : [];
}

/** Reads what matches the search term of a query exactly, within its filters; undefined for a query without one. */
export async function readSearched(
  reader: Reader,
  query: TransferQuery,
  signal?: AbortSignal,
): Promise<SearchFilter | undefined> {
  const term = readSearchTerm(query.q);
  return term && { term, exactness: await readExactness(reader, query, { term, signal }) };
}

/** Reads what matches a term exactly within the filters of a query. */
export async function readExactness(
  reader: Reader,
  query: TransferQuery,
  { term, signal }: { term: SearchTerm; signal?: AbortSignal | undefined },
): Promise<Exactness> {
  for (const tier of listTiers(term)) {
    const isExact =
      tier.how === 'exact' &&
      (await readRowsFor(reader, searchStatement(reader, { query, tier, limit: 1 }), signal)).length > 0;
    if (isExact) return exactnessOf(tier);
  }
  return 'none';
}

function exactnessOf({ target }: Tier): Exactness {
  if (target === 'members') return 'other';
  return target === 'keys' ? 'key' : 'text';
}
