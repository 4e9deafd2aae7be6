'use client';

import { queryOptions } from '@tanstack/react-query';
import { fetchJson, POLLING } from '@/components/data/fetch-json';
import { requestEndpoint } from '@/lib/requests/contract';
import type { RequestView } from '@/lib/requests/request-view';

/** The query for one request, as the reader sees it. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['request', id],
    queryFn: ({ signal }): Promise<RequestView> => fetchJson(requestEndpoint(id), { ...POLLING, signal }),
  });
