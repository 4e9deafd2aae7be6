'use client';

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fetchTransfer, isPermanentFailure, shouldRetry } from '@/app/(console)/transfers/_details/fetch-transfer';
import { ReadError } from '@/components/data/fetch-json';
import { explainReadFailure, type ReadFailure, statusOf } from '@/lib/http/read-failures';
import type { Result } from '@/lib/result';
import { isFinalStatus, type TransferAnswer } from '@/lib/transfers/transfer';

const SECOND = 1000;
const FAST_POLLING_MS = 120 * SECOND;

/** The record that the server is reading from the service while it streams the page. */
export type StreamedTransfer = Promise<Result<TransferAnswer, ReadFailure & { status?: number }>>;

interface Known {
  /** The record that the server has just read. */
  initial?: TransferAnswer | undefined;
  /** The record that the server is reading: the first answer, instead of a request by the browser. */
  streamed?: StreamedTransfer | undefined;
}

/**
 * Reads a transfer from the service, and again until its status is final: every three seconds, after two minutes every
 * fifteen, and only while the page is visible.
 */
export function useLiveTransfer(id: string, { initial, streamed }: Known) {
  const [openedAtMs] = useState(() => Date.now());
  const first = useRef(streamed);
  return useQuery({
    queryKey: ['transfers', 'record', id],
    queryFn: ({ signal }) => {
      const coming = first.current;
      first.current = undefined;
      return coming ? unwrap(coming) : fetchTransfer(id, signal);
    },
    ...(initial && { initialData: initial, initialDataUpdatedAt: Date.parse(initial.asOf) }),
    staleTime: 2 * SECOND,
    retry: shouldRetry,
    refetchOnWindowFocus: ({ state }) => !isFinalStatus(state.data?.transfer.status),
    refetchInterval: ({ state }) => {
      if (isFinalStatus(state.data?.transfer.status) || isPermanentFailure(state.error)) return false;
      return Date.now() - openedAtMs < FAST_POLLING_MS ? 3 * SECOND : 15 * SECOND;
    },
  });
}

async function unwrap(streamed: StreamedTransfer): Promise<TransferAnswer> {
  const answer = await streamed;
  if (answer.ok) return answer.value;
  throw new ReadError(statusOf(answer.error), explainReadFailure(answer.error));
}
