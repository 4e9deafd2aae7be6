import 'server-only';
import { canSeeProfile, listVisibleSpellings, type Reader } from '@/lib/identity/reader';
import { isSafeSegment } from '@/lib/http/safe-segment';
import { type Explanation, explainReadFailure, type ServiceFailure } from '@/lib/http/problems';
import { fail, ok, type Result } from '@/lib/result';
import { type Exactness, readSearchTerm, type SearchTerm } from '@/lib/search/search-terms';
import { listPaddedKeys, listSimilarKeys } from '@/lib/search/similar-references';
import { now } from '@/lib/server/runtime/clock';
import { log } from '@/lib/server/observability/log';
import { withTimeout } from '@/lib/server/runtime/timeout';
import { TheService } from '@/lib/text/service-name';
import { allowReplica } from '@/lib/server/database/replicas/allow-replica';
import { lookUpAtService } from '@/lib/server/mirror/sync/live-lookup';
import { addRecipients } from '@/lib/server/recipients/names';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readListCursor, readSearchCursor } from '@/lib/server/mirror/search/keyset-pagination';
import { findHidden } from '@/lib/server/mirror/search/hidden';
import { readList } from '@/lib/server/mirror/search/list';
import { readNewest } from '@/lib/server/mirror/sync/poll-newest';
import { readWithin } from '@/lib/server/database/query/reader-pool';
import { readExactness, searchMirror } from '@/lib/server/mirror/search/search';
import { findSimilarReferences } from '@/lib/server/transfers/similar-references';
import { storeSeenTransfers, markUnknownAtService } from '@/lib/server/mirror/sync/store-seen';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { getTransfer, UNKNOWN_TRANSFER } from '@/lib/server/transfer-service/endpoints';
import { describeFailure } from '@/lib/server/transfer-service/problems';
import { coalesce } from '@/lib/server/runtime/coalesce';
import { ALL_TRANSFERS, countFilters, type TransferQuery } from '@/lib/transfers/query';
import type { LiveLookup, TransferAnswer, TransferListPage } from '@/lib/transfers/transfer';

/** The reason why transfers could not be read. `status`: the HTTP status of a GET route. */
export type ReadDenial =
  | Denial
  | { kind: 'not-found' | 'failed'; status: 400 | 404 | 502 | 503; explanation: Explanation };

/** A page of the list or of a search to read. */
export interface ListInput {
  query?: TransferQuery;
  cursor?: string | undefined;
  limit?: number | undefined;
  /**
   * The longest wait for new transfers before the list opens (ms). Transfers that come later are stored all the same.
   */
  newestTimeoutMs?: number;
  /** The age up to which new transfers need not be read again before the list opens (ms). */
  newestMaxAgeMs?: number;
  /** Cancels the read, down to the database. */
  signal?: AbortSignal | undefined;
}

const MAX_ID_LENGTH = 200;
const PAGE_ROWS = 100;
const MAX_ROWS = 1000;
const FIELDS_TIME_LIMIT_MS = 8_000;
const NEWEST_TIMEOUT_MS = 1_500;
const NEWEST_MAX_AGE_MS = 2_000;

/**
 * Reads one page of the transfers that match a query, from the mirror. The unfiltered list first reads new transfers
 * from the service, for a moment at most; a search without an exact match looks the term up at the service.
 */
export async function listTransferPage(question: ListInput): Promise<Result<TransferListPage, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'read' });
  if (!reader.ok) return reader;
  const { query = ALL_TRANSFERS } = question;
  const term = readSearchTerm(query.q);
  const page = await (term ? search(reader.value, { query, term, question }) : list(reader.value, { query, question }));
  return page.ok ? ok({ ...page.value, items: await addRecipients(reader.value, page.value.items) }) : page;
}

async function list(
  reader: Reader,
  { query, question }: { query: TransferQuery; question: ListInput },
): Promise<Result<TransferListPage, ReadDenial>> {
  const { cursor, newestTimeoutMs = NEWEST_TIMEOUT_MS, newestMaxAgeMs = NEWEST_MAX_AGE_MS, signal } = question;
  const after = cursor === undefined ? undefined : readListCursor(query, cursor);
  if (cursor !== undefined && !after) return fail(INVALID_CURSOR);
  const isOpening = cursor === undefined && countFilters(query) === 0;
  // If new transfers cannot be read in time, the list is older; its coverage says how old.
  if (isOpening) await readNewest({ timeoutMs: newestTimeoutMs, maxAgeMs: newestMaxAgeMs }).catch(() => 'failed');
  // A replica may still lack what was just read.
  const from = isOpening ? reader : await allowReplica(reader);
  const size = limitRows(question);
  // Most of a desk opens the same few lists, so their first pages are shared. Later pages can be cancelled.
  if (query.fields.length > 0) return listByFields(from, { query, after, limit: size, signal });
  if (after === undefined) {
    const parameters = [listVisibleSpellings(from), from.replica, query, size];
    return ok(await coalesce('list', parameters, () => readList(from, { query, limit: size })));
  }
  return ok(await readList(from, { query, after, limit: size, signal }));
}

/** Reads a page whose filters may have no index, until the time limit. */
async function listByFields(
  reader: Reader,
  { signal, ...page }: Parameters<typeof readList>[1],
): Promise<Result<TransferListPage, ReadDenial>> {
  return readWithin(FIELDS_TIME_LIMIT_MS, signal, {
    read: async (either) => ok(await readList(reader, { ...page, signal: either })),
    otherwise: () => fail(TOO_SLOW),
  });
}

async function search(
  reader: Reader,
  { query, term, question }: { query: TransferQuery; term: SearchTerm; question: ListInput },
): Promise<Result<TransferListPage, ReadDenial>> {
  const { cursor, signal } = question;
  const after = cursor === undefined ? undefined : readSearchCursor(query, cursor);
  if (cursor !== undefined && !after) return fail(INVALID_CURSOR);
  const read = (from: Reader) => searchMirror(from, query, { term, after, limit: limitRows(question), signal });
  const from = await allowReplica(reader);
  // Before the rows, so that the coverage never claims more than they hold.
  const coverage = await readCoverage(from);
  const { exactness: inMirror, ...first } = await read(from);
  // Found without the filters, so that nobody takes what they hide for missing.
  const readHidden = async () => (after ? [] : findHidden(reader, query, { term, signal }));
  const known = await readHidden();
  const live =
    after || inMirror !== 'none' || known.length > 0
      ? undefined
      : await lookUpAtService(term, { hasResults: first.items.length > 0, signal });
  if (!live) {
    const isMissed = after === undefined && first.items.length === 0 && known.length === 0;
    return ok({
      ...first,
      topCursor: null,
      coverage,
      ...(known.length > 0 && { hidden: known }),
      ...(isMissed && (await readSimilar(from, term, { isFound: false, signal }))),
    });
  }
  const toLookup = (exactness: Exactness): LiveLookup => {
    const outcome = live.isAnswered ? 'none' : 'failed';
    return { at: live.at, outcome: exactness === 'none' ? outcome : 'found' };
  };
  // From the primary: a replica may still lack what was just looked up. What was looked up matches exactly; without it
  // the first answer stays, and its coverage claims no more than it holds. One with a note may be cut off by the time
  // limit, which asking for exact matches does not have.
  const isWhole = first.items.length > 0 && first.note === undefined;
  if (isWhole && (await readExactness(reader, { ...ALL_TRANSFERS, q: query.q }, { term, signal })) === 'none')
    return ok({
      ...first,
      topCursor: null,
      coverage,
      liveLookup: toLookup('none'),
      ...(await readSimilar(reader, term, { isFound: true, signal })),
    });
  const fresh = await readCoverage(reader);
  const { exactness, ...found } = await read(reader);
  const hidden = await readHidden();
  const liveLookup = toLookup(hidden.length > 0 ? 'key' : exactness);
  return ok({
    ...found,
    topCursor: null,
    coverage: fresh,
    liveLookup,
    ...(hidden.length > 0 && { hidden }),
    ...(exactness === 'none' && (await readSimilar(reader, term, { isFound: found.items.length > 0, signal }))),
  });
}

/**
 * Finds the references that a term without an exact match may have been meant for. Beside other matches, those whose
 * numbers have other zeros before them.
 */
async function readSimilar(
  reader: Reader,
  { text }: SearchTerm,
  { isFound, signal }: { isFound: boolean; signal: AbortSignal | undefined },
): Promise<Pick<TransferListPage, 'similar'>> {
  const listKeys = isFound ? listPaddedKeys : listSimilarKeys;
  const similar = await findSimilarReferences(reader, [text], { signal, listKeys });
  return similar.size > 0 ? { similar: [...similar.values()].flat() } : {};
}

function limitRows({ limit = PAGE_ROWS }: ListInput): number {
  return Math.min(limit, MAX_ROWS);
}

/** The answer to a cursor that is malformed or belongs to another order. */
export const INVALID_CURSOR = {
  kind: 'failed',
  status: 400,
  explanation: {
    title: 'The next transfers could not be loaded',
    detail: 'The position in the list is not valid, or belongs to another sort order.',
    next: 'Refresh the list.',
  },
} as const;

const TOO_SLOW = {
  kind: 'failed',
  status: 503,
  explanation: {
    title: 'The filters took too long',
    detail: 'Few transfers match, and this field has no index, so not all transfers were compared.',
    next: 'Add another filter, for example by day, or search for the value instead.',
  },
} as const;

/** Reads one transfer from the service, and stores the record in the mirror, or that the service no longer knows it. */
export async function readTransfer(id: string): Promise<Result<TransferAnswer, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'read' });
  return reader.ok ? readAndStore(reader.value, id) : reader;
}

const REFRESH_TIMEOUT_MS = 5_000;

/**
 * Reads one transfer (`id`, unchecked) from the service because a person asked for it, and stores what the service
 * answered, as `readTransfer` does. Answers within five seconds: actions of one browser run one after another.
 */
export async function refreshTransfer(id: unknown): Promise<Result<TransferAnswer, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'live' });
  if (!reader.ok) return reader;
  const reading = readAndStore(reader.value, typeof id === 'string' ? id : '');
  return withTimeout(
    REFRESH_TIMEOUT_MS,
    () => reading,
    () => fail(explainSlowService()),
  );
}

function explainSlowService(): ReadDenial {
  return {
    kind: 'failed',
    status: 503,
    explanation: {
      title: `${TheService()} did not answer in time`,
      detail: 'If the answer comes later, it is stored. Nothing was sent.',
      next: 'Try again in a moment.',
    },
  };
}

async function readAndStore(reader: Reader, id: string): Promise<Result<TransferAnswer, ReadDenial>> {
  const readAt = now();
  // No transfer has an ID that a path cannot carry.
  const isUsable = id.length <= MAX_ID_LENGTH && isSafeSegment(id);
  const found = isUsable ? await getTransfer(id) : fail(UNKNOWN_TRANSFER);
  if (!found.ok) {
    const denial = toDenial(found.error);
    if (isUsable && denial.kind === 'not-found') await markUnknownAtService(id, readAt);
    return fail(denial);
  }
  await storeSeenTransfers([found.value], readAt);
  // What the reader may not see is answered as missing.
  if (!canSeeProfile(reader, found.value.profile_id)) return fail(toDenial(UNKNOWN_TRANSFER));
  return ok({ transfer: found.value, asOf: now().toISOString() });
}

function toDenial(failure: ServiceFailure): ReadDenial {
  const explanation = explainReadFailure(failure);
  if (failure.kind === 'problem' && failure.problem.status === 404)
    return { kind: 'not-found', status: 404, explanation };
  log.warn(describeFailure(failure), 'reading a transfer from the service failed');
  return {
    kind: 'failed',
    status: failure.kind === 'problem' && failure.problem.status === 429 ? 503 : 502,
    explanation,
  };
}
