'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { BatchHead } from '@/app/(console)/withdrawals/batches/[id]/batch-head';
import { BatchPanel } from '@/app/(console)/withdrawals/batches/[id]/batch-panel';
import { BatchRows } from '@/app/(console)/withdrawals/batches/[id]/batch-rows';
import { useLooks } from '@/app/(console)/withdrawals/batches/[id]/use-looks';
import { fetchJson, POLLING } from '@/components/data/fetch-json';
import { StaleDataNotice } from '@/components/data/stale-data-notice';
import { ShortageNotices } from '@/components/withdrawals/shortage-notices';
import { useShownTime } from '@/components/withdrawals/use-shown-time';
import type { BatchItem, BatchView } from '@/lib/requests/bundles/batches';
import { pickSummed } from '@/lib/requests/bundles/batch-sum';
import { orderCounted } from '@/lib/requests/bundles/item-amounts';
import { isSettled } from '@/lib/requests/request-view';
import { batchEndpoint, batchStatesEndpoint } from '@/lib/requests/contract';

const REFRESH_MS = 3000;

/** Shows a batch: its totals and rows, and beside them what a decision takes. Updates by itself. */
export function BatchDetails({ initial, start }: { initial: BatchView; start?: string | string[] | undefined }) {
  const { batch, states, isStale, readAgain } = useBatch(initial);
  const { items } = batch;
  // Once for what is looked at, shown and listed: the page renders with every poll.
  const summedIds = pickSummed(batch, states)
    .map(({ id: one }) => one)
    .join(' ');
  const { summed, ordered } = useMemo(() => {
    const ids = new Set(summedIds.split(' '));
    const counted = items.filter((item) => ids.has(item.id));
    return { summed: counted, ordered: orderCounted(items, counted) };
  }, [items, summedIds]);
  const looks = useLooks(batch.id, ordered);
  const readShownMs = useShownTime(batch.id);
  const [rejected, setRejected] = useState<{ row: BatchItem; comment: string | undefined }>();
  return (
    <>
      <div className="mb-4 space-y-3 empty:hidden">
        {isStale && <StaleDataNotice />}
        {!batch.isMine && <ShortageNotices needs={batch.needs} />}
      </div>
      {/* On a phone in this order: the totals, what a decision takes, the rows, and the bar of buttons. */}
      <div className="flex flex-col gap-5 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-8">
        <div className="contents lg:block lg:space-y-5">
          <div className="max-lg:order-1">
            <BatchHead batch={batch} summed={summed} states={states} />
          </div>
          <div className="max-lg:order-3">
            <BatchRows
              batch={batch}
              ordered={ordered}
              states={states}
              looks={looks}
              onReject={(row, comment) => setRejected({ row, comment })}
            />
          </div>
        </div>
        <BatchPanel
          batch={batch}
          start={start}
          looks={looks}
          readShownMs={readShownMs}
          onChanged={readAgain}
          rejected={rejected}
          onRejectEnd={() => setRejected(undefined)}
        />
      </div>
    </>
  );
}

/** Polls the states of the items, and reads the whole batch again only when the waiting items have changed. */
function useBatch(initial: BatchView) {
  const { id } = initial;
  const client = useQueryClient();
  const queryKey = ['batch', id];
  const { data: batch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchJson(batchEndpoint(id), { ...POLLING, signal }),
    initialData: initial,
    staleTime: Infinity,
  });
  const { data: current, isError } = useQuery({
    queryKey: ['batch-states', id],
    queryFn: ({ signal }) => fetchJson(batchStatesEndpoint(id), { ...POLLING, signal }),
    refetchInterval: ({ state: { data } }) => (data?.states.every(isSettled) ? false : REFRESH_MS),
  });
  const readAgain = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey }),
      client.invalidateQueries({ queryKey: ['batch-states', id] }),
    ]);
  };
  const hasChanged = current !== undefined && current.waitingSha256 !== batch.waiting.sha256;
  useEffect(() => {
    if (hasChanged) void client.invalidateQueries({ queryKey: ['batch', id] });
  }, [client, hasChanged, id]);
  return { batch, states: current?.states ?? [], isStale: isError, readAgain };
}
