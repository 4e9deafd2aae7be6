import 'server-only';
import { type Explanation, explainReadFailure, type ServiceFailure } from '@/lib/http/problems';
import { fail, ok, type Result } from '@/lib/result';
import { readSearchTerm, type SearchTerm } from '@/lib/search/search-terms';
import { now } from '@/lib/server/runtime/clock';
import { log } from '@/lib/server/observability/log';
import { lookUpLive } from '@/lib/server/mirror/live-lookup';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readCursor, readSearchCursor } from '@/lib/server/mirror/keyset-pagination';
import { readList } from '@/lib/server/mirror/list';
import { readNewest } from '@/lib/server/mirror/poll-newest';
import { searchMirror } from '@/lib/server/mirror/search';
import { storeSeenTransfers, markGone } from '@/lib/server/mirror/store-seen';
import type { Denial } from '@/lib/http/denials';
import { authorize } from '@/lib/server/auth/authorize';
import { getTransfer } from '@/lib/server/transfer-service/endpoints';
import { coalesce } from '@/lib/server/runtime/coalesce';
import { ALL_TRANSFERS, countFilters, type TransferQuery } from '@/lib/transfers/query';
import type { TransferAnswer, TransferListPage } from '@/lib/transfers/transfer';

/** Why transfers could not be read. `status` is what a GET route answers. */
export type ReadDenial =
  | Denial
  | { kind: 'not-found' | 'failed'; status: 400 | 404 | 502 | 503; explanation: Explanation };

export interface ListQuestion {
  query?: TransferQuery;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** How long the list as it opens may wait for what is new at the service; it is kept all the same where that comes later. */
  newestWithinMs?: number;
  /** Ends the question down to the database when nobody waits for its answer any more. */
  signal?: AbortSignal | undefined;
}

const MAX_ID_LENGTH = 200;
const PAGE_ROWS = 100;
const MOST_ROWS = 1000;
const OPENING_MS = 1_500;
const JUST_READ_MS = 2_000;

/**
 * One page of the transfers that fit a query, from the mirror. The list as it opens asks the service for what is new
 * first, and waits for it a moment at most; a search asks it where the mirror has nothing exact.
 */
export async function listTransferPage(question: ListQuestion): Promise<Result<TransferListPage, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'read' });
  if (!reader.ok) return reader;
  const { query = ALL_TRANSFERS } = question;
  const term = readSearchTerm(query.q);
  return term ? search(query, term, question) : list(query, question);
}

async function list(query: TransferQuery, question: ListQuestion): Promise<Result<TransferListPage, ReadDenial>> {
  const { cursor, newestWithinMs = OPENING_MS, signal } = question;
  const after = cursor === undefined ? undefined : readCursor(query, cursor);
  if (cursor !== undefined && !after) return fail(NO_SUCH_PLACE);
  const isOpening = cursor === undefined && countFilters(query) === 0;
  // Without what is new where that cannot be had in time: the coverage says of when the list is.
  if (isOpening) await readNewest({ withinMs: newestWithinMs, notAgainWithinMs: JUST_READ_MS }).catch(() => 'failed');
  const size = sizeOf(question);
  // Most of a desk looks at the same few lists. How it goes on is a question of one person, who may leave.
  if (after === undefined) return ok(await coalesce('list', [query, size], () => readList(query, undefined, size)));
  return ok(await readList(query, after, size, signal));
}

async function search(
  query: TransferQuery,
  term: SearchTerm,
  question: ListQuestion,
): Promise<Result<TransferListPage, ReadDenial>> {
  const { cursor, signal } = question;
  const after = cursor === undefined ? undefined : readSearchCursor(query, cursor);
  if (cursor !== undefined && !after) return fail(NO_SUCH_PLACE);
  const read = () => searchMirror(query, term, after, sizeOf(question), signal);
  // What an answer rests on is read before its rows, so that it never claims more than they hold.
  const coverage = await readCoverage();
  const { exactness: inMirror, ...first } = await read();
  const asked = after || inMirror !== 'none' ? undefined : await lookUpLive(term, first.items.length > 0);
  if (!asked) return ok({ ...first, topCursor: null, coverage });
  const fresh = await readCoverage();
  const { exactness, ...found } = await read();
  const outcome = exactness === 'none' ? (asked.isAnswered ? 'none' : 'failed') : 'found';
  return ok({ ...found, topCursor: null, coverage: fresh, asked: { at: asked.at, outcome } });
}

function sizeOf({ limit = PAGE_ROWS }: ListQuestion): number {
  return Math.min(limit, MOST_ROWS);
}

/** For a cursor that is none, or belongs to another order. */
export const NO_SUCH_PLACE = {
  kind: 'failed',
  status: 400,
  explanation: {
    title: 'The list cannot go on from here',
    detail: 'The place in the list that was asked for is none, or belongs to a list in another order.',
    next: 'Load the list again from the top.',
  },
} as const;

/** One transfer, as the service has it now. What was seen is in the mirror afterwards, or that it is gone. */
export async function readTransfer(id: string): Promise<Result<TransferAnswer, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'read' });
  if (!reader.ok) return reader;
  // A text that no path can carry is an id that nobody has.
  const isUsable = id.length <= MAX_ID_LENGTH && id.isWellFormed() && !id.includes('\0') && !/^\.{0,2}$/.test(id);
  const readAt = now();
  const found = isUsable ? await getTransfer(id) : fail(UNKNOWN_ID);
  if (!found.ok) {
    const denial = toDenial(found.error);
    if (isUsable && denial.kind === 'not-found') await markGone(id, readAt);
    return fail(denial);
  }
  await storeSeenTransfers([found.value], readAt);
  return ok({ transfer: found.value, asOf: now().toISOString() });
}

const UNKNOWN_ID: ServiceFailure = {
  kind: 'problem',
  problem: { status: 404, type: 'not-found', title: '', detail: '', meta: {}, isReadable: true },
};

function toDenial(failure: ServiceFailure): ReadDenial {
  const explanation = explainReadFailure(failure);
  if (failure.kind === 'problem' && failure.problem.status === 404)
    return { kind: 'not-found', status: 404, explanation };
  log.warn(
    {
      failure: failure.kind,
      status: failure.kind === 'problem' ? failure.problem.status : undefined,
      cause: 'cause' in failure ? failure.cause : undefined,
    },
    'the service could not be read',
  );
  return {
    kind: 'failed',
    status: failure.kind === 'problem' && failure.problem.status === 429 ? 503 : 502,
    explanation,
  };
}
