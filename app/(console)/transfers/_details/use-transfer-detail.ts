'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fetchTransferDetail, shouldRetry } from '@/app/(console)/transfers/_details/fetch-transfer';
import { findTransferChanges } from '@/lib/transfers/changes';
import type { TransferDetail } from '@/lib/transfers/detail';
import type { Transfer } from '@/lib/transfers/transfer';

/**
 * What the console knows of a transfer by itself: at once, and once more where the service's own record turns out to be
 * another. That record was put into the mirror on its way here, so what changed is in the history then.
 */
export function useTransferDetail(id: string, initial: TransferDetail | undefined, live: Transfer | undefined) {
  const { data, refetch } = useQuery({
    queryKey: ['transfers', 'detail', id],
    queryFn: ({ signal }) => fetchTransferDetail(id, signal),
    ...(initial && { initialData: initial, initialDataUpdatedAt: Date.parse(initial.coverage.answeredAt) }),
    staleTime: 2000,
    refetchOnWindowFocus: false,
    retry: shouldRetry,
  });
  const askedFor = useRef<Transfer>(undefined);
  useEffect(() => {
    if (!live || !data || askedFor.current === live) return;
    const isNews = data.mirrored === null || findTransferChanges(data.mirrored.transfer.raw, live.raw).length > 0;
    // Once for each record, or one that the mirror keeps in another way would be asked for without an end.
    askedFor.current = live;
    if (isNews) void refetch();
  }, [live, data, refetch]);
  return data;
}
