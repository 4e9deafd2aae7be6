'use client';

import { useQuery } from '@tanstack/react-query';
import { fetchJson } from '@/components/data/fetch-json';
import { requestChecksEndpoint } from '@/lib/requests/contract';
import type { RequestView } from '@/lib/requests/request-view';
import type { RecipientChecks } from '@/lib/risk/recipient-checks';

const REFRESH_MS = 30_000;

/** Reads the current recipient checks of a request, again and again while it awaits approval. */
export function useCurrentChecks({ id, state, version }: Pick<RequestView, 'id' | 'state' | 'version'>) {
  return useQuery({
    queryKey: ['checks', id, version],
    queryFn: ({ signal }) => fetchJson(requestChecksEndpoint(id), { signal }),
    enabled: state === 'AWAITING_APPROVAL',
    refetchInterval: REFRESH_MS,
  });
}

/**
 * Gives the checks for which an approver confirms something, as they are now or were at request; null where neither
 * asks for it.
 */
export function useAskingChecks(
  request: RequestView,
  asks: (checks: RecipientChecks | null) => boolean,
): RecipientChecks | null {
  const current = useCurrentChecks(request).data ?? null;
  return [current, request.checks].find(asks) ?? null;
}
