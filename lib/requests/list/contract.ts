import { endpoint } from '@/lib/http/endpoint';
import type { RequestListPage, RequestOptions } from '@/lib/requests/list/entry';

/** Reads a page of the list of withdrawals; takes the parameters of the list (writeRequestQuery) and `cursor`. */
export const requestListEndpoint = endpoint<RequestListPage>({ members: ['items', 'nextCursor', 'names'] })(
  (search: URLSearchParams) => `/api/withdrawals/list?${search.toString()}`,
);

/** Counts the rows above the one whose cursor is `than`; takes the parameters of the list. */
export const newerRequestsEndpoint = endpoint<{ count: number }>({ members: ['count'] })(
  (search: URLSearchParams) => `/api/withdrawals/newer?${search.toString()}`,
);

/** Reads the options of every filter of the list, with their numbers of requests. */
export const requestOptionsEndpoint = endpoint<RequestOptions>({ members: ['state', 'asset'] })(
  () => '/api/withdrawals/options',
);
