'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { fetchJson } from '@/components/data/fetch-json';
import { recipientChecksEndpoint } from '@/lib/requests/contract';

/** Members of a withdrawal that the recipient checks depend on. */
export interface RecipientQuestion {
  network: string;
  address: string;
  asset: string;
  memo: string;
  profile: string;
  value: string;
}

// Longer than the pause between two keystrokes.
const PAUSE_MS = 400;

/** Reads the recipient checks of a withdrawal before its submission; reads nothing without a question. */
export function useRecipientChecks(question: RecipientQuestion | undefined, exceptId: string | undefined) {
  const call = question && recipientChecksEndpoint({ ...question, except: exceptId ?? '' });
  return useQuery({
    queryKey: ['recipient-checks', call?.path],
    queryFn: call === undefined ? skipToken : ({ signal }) => pause(signal).then(() => fetchJson(call, { signal })),
    staleTime: PAUSE_MS,
    retry: 1,
  });
}

/** Waits until typing pauses; rejects when the next keystroke aborts the signal. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
