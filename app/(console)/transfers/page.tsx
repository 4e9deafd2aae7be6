import type { Metadata } from 'next';
import { FIRST_ROWS } from '@/components/list/row-style';
import { TransferBrowser } from '@/app/(console)/transfers/_list/transfer-browser';
import { toParameters } from '@/lib/http/page-parameters';
import { explainReadFailure } from '@/lib/http/read-failures';
import { requirePage } from '@/lib/server/auth/page-guard';
import { searchBesideTransfers } from '@/lib/server/search/search';
import { listTransferPage } from '@/lib/server/transfers/read';
import { readTransferQuery, writeTransferQuery } from '@/lib/transfers/query';

export const metadata: Metadata = { title: 'Transfers' };

// The sync reads new transfers every 5 s, and the list counts them a second after it opens: the page waits for the
// service only while the sync is late, and then for a moment.
const NEWEST_MAX_AGE_MS = 10_000;
const NEWEST_TIMEOUT_MS = 300;

// No loading.tsx: React shows the content behind one after 300 ms at the earliest, and the rows are there sooner.
export default async function TransfersPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  await requirePage('readTransfers');
  const query = readTransferQuery(toParameters(await searchParams));
  const opening = { newestTimeoutMs: NEWEST_TIMEOUT_MS, newestMaxAgeMs: NEWEST_MAX_AGE_MS };
  const [page, found] = await Promise.all([
    listTransferPage({ query, limit: FIRST_ROWS, ...opening }),
    query.q === '' ? undefined : searchBesideTransfers(query.q),
  ]);
  return (
    <TransferBrowser
      matches={found?.ok ? { q: query.q, found: found.value } : undefined}
      first={{
        parameters: writeTransferQuery(query).toString(),
        page: page.ok ? page.value : explainReadFailure(page.error),
      }}
    />
  );
}
