'use client';

import { useEffect, useState } from 'react';
import type { TransferList } from '@/app/(console)/transfers/_list/transfer-list';
import { fetchJson } from '@/components/data/fetch-json';
import { transferTotalsEndpoint } from '@/lib/transfers/contract';
import type { TransferTotals } from '@/lib/transfers/transfer';

/**
 * Reads the totals of a list after its rows have loaded, and cancels when the list changes. `isStale`: the rows have
 * not loaded yet. Gives undefined until the totals are there, and an error if they cannot be read.
 */
export function useTotals(
  list: TransferList,
  { parameters, edition, isStale }: { parameters: string; edition: number; isStale: boolean },
): TransferTotals | Error | undefined {
  const [answer, setAnswer] = useState<{ list: TransferList; totals: TransferTotals | Error }>();
  useEffect(() => {
    if (isStale || edition === 0) return;
    const reading = new AbortController();
    fetchJson(transferTotalsEndpoint(new URLSearchParams(parameters)), { signal: reading.signal }).then(
      (totals) => setAnswer({ list, totals }),
      (error: Error) => !reading.signal.aborted && setAnswer({ list, totals: error }),
    );
    return () => reading.abort();
  }, [list, parameters, edition, isStale]);
  return answer?.list === list ? answer.totals : undefined;
}
