'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { fetchJson } from '@/components/data/fetch-json';
import { recipientChecksEndpoint } from '@/lib/requests/contract';

/** A withdrawal as far as it matters for what is known about its recipient. */
export interface RecipientQuestion {
  network: string;
  address: string;
  asset: string;
  memo: string;
  profile: string;
  value: string;
}

// Between two keystrokes of somebody who types.
const PAUSE_MS = 400;

/** What is known about the recipient of a withdrawal that nobody has asked for yet; nothing is looked up without a question. */
export function useRecipientChecks(question: RecipientQuestion | undefined, exceptId: string | undefined) {
  const call = question && recipientChecksEndpoint({ ...question, except: exceptId ?? '' });
  return useQuery({
    queryKey: ['recipient-checks', call?.path],
    queryFn: call === undefined ? skipToken : ({ signal }) => pause(signal).then(() => fetchJson(call, { signal })),
    staleTime: PAUSE_MS,
    retry: 1,
  });
}

/** Ends with the signal: the next keystroke asks another question. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
