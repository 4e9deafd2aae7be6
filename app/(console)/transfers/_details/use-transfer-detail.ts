'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fetchTransferDetail, shouldRetry } from '@/app/(console)/transfers/_details/fetch-transfer';
import { findTransferChanges } from '@/lib/transfers/changes';
import type { TransferDetail } from '@/lib/cases/transfer-detail';
import type { Transfer } from '@/lib/transfers/transfer';

/**
 * Reads what the console itself knows of a transfer, and reads it again if the service's record differs: that record is
 * in the mirror by then, and its changes in the history.
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
  const checked = useRef<Transfer>(undefined);
  useEffect(() => {
    if (!live || !data || checked.current === live) return;
    const isNews = data.mirrored === null || findTransferChanges(data.mirrored.transfer.raw, live.raw).length > 0;
    // Once for each record, or a record that the mirror stores in another form would be read without end.
    checked.current = live;
    if (isNews) void refetch();
  }, [live, data, refetch]);
  return { detail: data, readAgain: () => void refetch() };
}
