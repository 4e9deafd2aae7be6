'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dismissWatchesAction, watchAction } from '@/app/(console)/_cases/case-actions';
import { callAction } from '@/components/data/call-action';
import { fetchJson, POLLING } from '@/components/data/fetch-json';
import { showToast } from '@/components/ui/toast/show-toast';
import { type CaseFailure, type Watch, watchesEndpoint } from '@/lib/cases/contract';
import { explainCaseFailure, explainUnknownOutcome } from '@/lib/cases/explain-failure';
import type { Explanation } from '@/lib/http/problems';
import type { Result } from '@/lib/result';

const QUERY_KEY = ['watches'];
const REFRESH_MS = 5_000;

/** Reads the reader's watches; again every five seconds where `isPolling`, as long as one is pending. */
export function useWatches({ initial, isPolling = false }: { initial?: Watch[]; isPolling?: boolean } = {}) {
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }): Promise<Watch[]> => fetchJson(watchesEndpoint(), { ...POLLING, signal }),
    ...(initial && { initialData: initial }),
    staleTime: REFRESH_MS,
    refetchInterval: ({ state: { data } }) =>
      isPolling && data?.some(({ doneForMs }) => doneForMs === null) ? REFRESH_MS : false,
  });
}

/** Gives the functions that begin and end watches, whether one runs, and why the last one failed. */
export function useWatchActions() {
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Explanation>();
  const run = async (title: string, act: () => Promise<Result<Watch[], CaseFailure>>, done?: string) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      // A poll that began before would bring back what this action ends.
      await client.cancelQueries({ queryKey: QUERY_KEY });
      const outcome = await act();
      if (outcome.ok) {
        client.setQueryData(QUERY_KEY, outcome.value);
        if (done !== undefined) showToast(done);
      } else setFailure(explainCaseFailure(outcome.error, title));
    } catch {
      setFailure(explainUnknownOutcome('It is not known whether your watches have changed'));
    }
    setIsBusy(false);
  };
  return {
    isBusy,
    failure,
    watch: (target: { transferId: string } | { requestId: string }) =>
      run(
        'The watch was not saved',
        () => callAction(watchAction, target),
        'Watching. The home page shows the outcome.',
      ),
    dismiss: (watchIds: number[]) =>
      run('The watch was not ended', () => callAction(dismissWatchesAction, { watchIds })),
  };
}
