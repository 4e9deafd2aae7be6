'use client';

import { useEffect, useState } from 'react';
import type { TransferList } from '@/app/(console)/transfers/_list/transfer-list';
import { fetchJson } from '@/components/data/fetch-json';
import { transferTotalsEndpoint } from '@/lib/transfers/contract';
import type { TransferTotals } from '@/lib/transfers/transfer';

/** The sums of what a list shows: read once its rows are there, given up when it changes (`isStale`: they are not yet). Undefined until then; an error where they cannot be read. */
export function useTotals(
  list: TransferList,
  parameters: string,
  edition: number,
  isStale: boolean,
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
