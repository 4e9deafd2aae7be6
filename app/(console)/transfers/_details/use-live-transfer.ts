'use client';

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { fetchTransfer, isDecided, shouldRetry } from '@/app/(console)/transfers/_details/fetch-transfer';
import { ReadError } from '@/components/data/fetch-json';
import { explainReadFailure, type ReadFailure, statusOf } from '@/lib/http/read-failures';
import type { Result } from '@/lib/result';
import { isFinalStatus, type TransferAnswer } from '@/lib/transfers/transfer';

const SECOND = 1000;
const EAGER_MS = 120 * SECOND;

/** What the server is asking the service while the page is on its way. */
export type StreamedTransfer = Promise<Result<TransferAnswer, ReadFailure & { status?: number }>>;

interface Known {
  /** As the server just read it. */
  initial?: TransferAnswer | undefined;
  /** As the server is reading it: the first answer, in place of a request of the browser's own. */
  streamed?: StreamedTransfer | undefined;
}

/**
 * One transfer as the service has it. Until its status is final it is read again every three seconds, after two minutes
 * every fifteen, and only while the page is visible.
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
      if (isFinalStatus(state.data?.transfer.status) || isDecided(state.error)) return false;
      return Date.now() - openedAtMs < EAGER_MS ? 3 * SECOND : 15 * SECOND;
    },
  });
}

async function unwrap(streamed: StreamedTransfer): Promise<TransferAnswer> {
  const answer = await streamed;
  if (answer.ok) return answer.value;
  throw new ReadError(statusOf(answer.error), explainReadFailure(answer.error));
}
