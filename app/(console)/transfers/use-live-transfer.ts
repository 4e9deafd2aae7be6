'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchTransfer, isDecided, shouldRetry } from '@/app/(console)/transfers/fetch-transfers';
import { isFinalStatus, type TransferAnswer } from '@/lib/transfers';

const SECOND = 1000;
const EAGER_MS = 120 * SECOND;

export const transferKey = (id: string) => ['transfers', 'record', id];

/**
 * One transfer as the service has it. Until its status is final it is read again every three seconds, after two minutes
 * every fifteen, and only while the page is visible.
 */
export function useLiveTransfer(id: string, initial?: TransferAnswer) {
  const [openedAtMs] = useState(() => Date.now());
  return useQuery({
    queryKey: transferKey(id),
    queryFn: ({ signal }) => fetchTransfer(id, signal),
    ...(initial && { initialData: initial, initialDataUpdatedAt: Date.parse(initial.asOf) }),
    staleTime: 2 * SECOND,
    retry: shouldRetry,
    refetchOnWindowFocus: ({ state }) => !isFinalStatus(state.data?.transfer.status),
    refetchInterval: ({ state }) => {
      if (isFinalStatus(state.data?.transfer.status) || isDecided(state.error)) return false;
      return Date.now() - openedAtMs < EAGER_MS ? 3 * SECOND : 15 * SECOND;
    },
  });
}
