import 'server-only';
import type { Denial } from '@/lib/http/denials';
import type { Reader } from '@/lib/identity/reader';
import { fail, ok, type Result } from '@/lib/result';
import { readSearchTerm } from '@/lib/search/search-terms';
import { allowReplica } from '@/lib/server/database/replicas/allow-replica';
import { readCoverage } from '@/lib/server/mirror/coverage';
import { readListCursor } from '@/lib/server/mirror/search/keyset-pagination';
import { countNewer, readValues } from '@/lib/server/mirror/search/list';
import { readWithin } from '@/lib/server/database/query/reader-pool';
import { readAccounts, readTotals } from '@/lib/server/mirror/search/totals';
import { authorize } from '@/lib/server/auth/authorize';
import { INVALID_CURSOR, type ReadDenial } from '@/lib/server/transfers/read';
import { type BalanceAccounts, narrowToPreset } from '@/lib/transfers/export/preset-query';
import { countFilters, type TransferQuery } from '@/lib/transfers/query';
import { countTransfers } from '@/lib/transfers/totals';
import type { NewerTransfers, TransferTotals, TransferValues } from '@/lib/transfers/transfer';

const TIME_LIMIT_MS = 20_000;

/** Reads the exact sums of all transfers that a query shows. Gives up after 20 seconds. */
export async function readTransferTotals(
  query: TransferQuery,
  signal?: AbortSignal,
): Promise<Result<TransferTotals, ReadDenial>> {
  // The totals of all transfers are above a list that comes from the primary as it opens.
  const reader = await (countFilters(query) === 0 && query.q === '' ? authorizePrimary() : authorizeReader());
  if (!reader.ok) return reader;
  return readWithin(TIME_LIMIT_MS, signal, {
    read: async (either) => {
      // Before the sums, so that the coverage never claims more than they hold.
      const coverage = await readCoverage(reader.value);
      const sums = await readTotals(reader.value, query, either);
      return ok({ ...sums, transfers: countTransfers(sums), coverage });
    },
    otherwise: () => fail(TOO_SLOW),
  });
}

/** Reads the accounts to which the completed transfers of a query belong. Gives up after 20 seconds. */
export async function readTransferAccounts(
  query: TransferQuery,
  signal?: AbortSignal,
): Promise<Result<BalanceAccounts, ReadDenial>> {
  const reader = await authorizeReader();
  if (!reader.ok) return reader;
  return readWithin(TIME_LIMIT_MS, signal, {
    read: async (either) =>
      ok({ accounts: await readAccounts(reader.value, narrowToPreset(query, undefined), either) }),
    otherwise: () => fail(ACCOUNTS_TOO_SLOW),
  });
}

/** Reads the options of every filter. */
export async function readTransferValues(): Promise<Result<TransferValues, ReadDenial>> {
  const reader = await authorizeReader();
  return reader.ok ? ok(await readValues(reader.value)) : reader;
}

/** Counts the rows that have come above the first row of a list; 0 for a search, which is repeated instead. */
export async function countNewerTransfers(
  query: TransferQuery,
  topCursor: string,
): Promise<Result<NewerTransfers, ReadDenial>> {
  const reader = await authorizeReader();
  if (!reader.ok) return reader;
  const than = readListCursor(query, topCursor);
  if (!than) return fail(INVALID_CURSOR);
  const coverage = await readCoverage(reader.value);
  const count = readSearchTerm(query.q) ? 0 : await countNewer(reader.value, query, than);
  return ok({ count, coverage });
}

/** Gives the reader of a list, whom a replica may answer. */
async function authorizeReader(): Promise<Result<Reader, Denial>> {
  const person = await authorizePrimary();
  return person.ok ? ok(await allowReplica(person.value)) : person;
}

function authorizePrimary(): Promise<Result<Reader, Denial>> {
  return authorize('readTransfers', { limit: 'read' });
}

const ACCOUNTS_TOO_SLOW = {
  kind: 'failed',
  status: 503,
  explanation: {
    title: 'The accounts took too long',
    detail: 'There are too many transfers to compare.',
    next: 'Add a filter, for example by day or profile.',
  },
} as const;

const TOO_SLOW = {
  kind: 'failed',
  status: 503,
  explanation: {
    title: 'The totals took too long',
    detail: 'There are too many transfers to add up. The list is complete.',
    next: 'Add a filter, for example by day.',
  },
} as const;
