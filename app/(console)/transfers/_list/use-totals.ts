'use client';

import { useQuery } from '@tanstack/react-query';
import type { TransferList } from '@/app/(console)/transfers/_list/transfer-list';
import { fetchJson } from '@/components/data/fetch-json';
import { transferTotalsEndpoint } from '@/lib/transfers/contract';
import type { TransferTotals } from '@/lib/transfers/transfer';

/**
 * Reads the totals of a list once its rows are there, and again with each edition. Gives undefined until the totals are
 * there, and an error if they cannot be read.
 */
export function useTotals(
  { edition, isStale, info }: TransferList,
  parameters: string,
): TransferTotals | Error | undefined {
  const { data, error } = useQuery({
    queryKey: ['totals', edition],
    queryFn: ({ signal }) => fetchJson(transferTotalsEndpoint(new URLSearchParams(parameters)), { signal }),
    enabled: !isStale && info !== undefined,
    staleTime: Infinity,
    retry: false,
    networkMode: 'always',
  });
  return isStale ? undefined : (data ?? error ?? undefined);
}
