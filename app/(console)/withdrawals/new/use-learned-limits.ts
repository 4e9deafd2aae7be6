'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { pauseTyping } from '@/app/(console)/withdrawals/new/pause-typing';
import { fetchJson } from '@/components/data/fetch-json';
import { learnedLimitsEndpoint } from '@/lib/requests/contract';
import type { LearnedLimit } from '@/lib/risk/learned-limits';

const FRESH_MS = 60_000;

/** Reads the limits that concern a withdrawal; none until they are known, and none where they cannot be read. */
export function useLearnedLimits(question: Parameters<typeof learnedLimitsEndpoint>[0]): readonly LearnedLimit[] {
  const call = question.network === '' || question.asset === '' ? undefined : learnedLimitsEndpoint(question);
  const { data } = useQuery<LearnedLimit[]>({
    queryKey: ['learned-limits', call?.path],
    queryFn:
      call === undefined ? skipToken : ({ signal }) => pauseTyping(signal).then(() => fetchJson(call, { signal })),
    // Each limit says of what it is, so those of the question before are never shown for another asset.
    placeholderData: (before) => before,
    staleTime: FRESH_MS,
    retry: 1,
  });
  return data ?? [];
}
