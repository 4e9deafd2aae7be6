import type { ListAddress } from '@/components/list/list-address';
import type { ListWords } from '@/components/list/list-end';
import type { ListKind } from '@/components/list/list-kind';
import type { List } from '@/components/list/use-list';
import { routes } from '@/lib/http/routes';
import { newerRequestsEndpoint, requestListEndpoint } from '@/lib/requests/list/contract';
import { isFinalEntry, keyOfEntry, type ListEntry, type RequestListPage } from '@/lib/requests/list/entry';
import { readRequestQuery, type RequestListQuery, writeRequestQuery } from '@/lib/requests/list/query';

/** The list of a query of withdrawals. */
export type WithdrawalList = List<ListEntry, RequestListPage>;

/** The list of withdrawals: requests, and batches as one item each. */
export const WITHDRAWAL_LIST: ListKind<ListEntry, RequestListPage> = {
  name: 'withdrawals',
  pageEndpoint: requestListEndpoint,
  newerEndpoint: newerRequestsEndpoint,
  rowsOf: ({ items }) => items,
  keyOf: keyOfEntry,
  isFinal: isFinalEntry,
};

/** The address of the list of withdrawals. */
export const WITHDRAWAL_ADDRESS: ListAddress<RequestListQuery> = {
  path: routes.withdrawals,
  read: (parameters) => readRequestQuery(parameters).query,
  write: writeRequestQuery,
};

/** The names of the list of withdrawals. */
export const WITHDRAWAL_WORDS: ListWords = {
  table: 'Withdrawals',
  section: 'List of withdrawals',
  items: 'withdrawals',
  path: routes.withdrawals,
};
