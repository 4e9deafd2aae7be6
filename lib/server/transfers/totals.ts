import 'server-only';
import { fail, ok, type Result } from '@/lib/result';
import { readSearchTerm } from '@/lib/search/search-terms';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readCursor } from '@/lib/server/mirror/keyset-pagination';
import { countNewer } from '@/lib/server/mirror/count-newer';
import { readExactness } from '@/lib/server/mirror/search';
import { rethrowUnlessAborted } from '@/lib/server/mirror/reader-pool';
import { readTotals } from '@/lib/server/mirror/totals';
import { readValues } from '@/lib/server/mirror/filter-values';
import { authorize } from '@/lib/server/auth/authorize';
import { NO_SUCH_PLACE, type ReadDenial } from '@/lib/server/transfers/read';
import type { TransferQuery } from '@/lib/transfers/query';
import type { NewerTransfers, TransferTotals, TransferValues } from '@/lib/transfers/transfer';

const TIME_LIMIT_MS = 20_000;

/** Exact sums per asset of everything that a query shows. */
export async function readTransferTotals(
  query: TransferQuery,
  signal?: AbortSignal,
): Promise<Result<TransferTotals, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'read' });
  if (!reader.ok) return reader;
  const tooLong = AbortSignal.timeout(TIME_LIMIT_MS);
  const either = signal ? AbortSignal.any([signal, tooLong]) : tooLong;
  const term = readSearchTerm(query.q);
  try {
    const searched = term && { term, exactness: await readExactness(query, term, either) };
    const [totals, coverage] = await Promise.all([readTotals(query, searched, either), readCoverage()]);
    return ok({ totals, transfers: totals.reduce((count, { transfers }) => count + transfers, 0), coverage });
  } catch (error) {
    rethrowUnlessAborted(error, tooLong);
    return fail(TOO_MANY);
  }
}

/** What there is to filter by. */
export async function readTransferValues(): Promise<Result<TransferValues, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'read' });
  return reader.ok ? ok(await readValues()) : reader;
}

/** How many rows a list has by now above one that it gave as its top. A search is asked again instead, so it has none. */
export async function countNewerTransfers(
  query: TransferQuery,
  topCursor: string,
): Promise<Result<NewerTransfers, ReadDenial>> {
  const reader = await authorize('readTransfers', { limit: 'read' });
  if (!reader.ok) return reader;
  const than = readCursor(query, topCursor);
  if (!than) return fail(NO_SUCH_PLACE);
  const [count, coverage] = await Promise.all([readSearchTerm(query.q) ? 0 : countNewer(query, than), readCoverage()]);
  return ok({ count, coverage });
}

const TOO_MANY = {
  kind: 'failed',
  status: 503,
  explanation: {
    title: 'These are too many to add up in time',
    detail: 'Nothing is wrong with the transfers themselves; the list below shows them.',
    next: 'Filter more, by day for example.',
  },
} as const;
