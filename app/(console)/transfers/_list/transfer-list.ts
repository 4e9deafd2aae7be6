import type { InfoOf, ListKind } from '@/components/list/list-kind';
import type { ListAddress } from '@/components/list/list-address';
import type { ListWords } from '@/components/list/list-end';
import type { List } from '@/components/list/use-list';
import { createOpenBeside } from '@/components/list/open-beside';
import { routes } from '@/lib/http/routes';
import { newerTransfersEndpoint, transferPageEndpoint } from '@/lib/transfers/contract';
import { readTransferQuery, type TransferQuery, writeTransferQuery } from '@/lib/transfers/query';
import { isFinalStatus, type TransferListPage } from '@/lib/transfers/transfer';

/** A row of the list: a transfer, with its match in a search. */
export type ListedTransfer = Extract<TransferListPage['items'][number], { id: string }>;

/** Facts of an answer about the whole list of transfers. */
export type TransferListInfo = InfoOf<TransferListPage>;

/** The list of a query of transfers. */
export type TransferList = List<ListedTransfer, TransferListPage>;

/** The list of transfers. */
export const TRANSFER_LIST: ListKind<ListedTransfer, TransferListPage> = {
  name: 'transfers',
  pageEndpoint: transferPageEndpoint,
  newerEndpoint: newerTransfersEndpoint,
  // An item without an ID is a rejected record, which the status page lists.
  rowsOf: ({ items }) => items.filter((item) => item.id !== null),
  keyOf: ({ id }) => id,
  isFinal: ({ status }) => isFinalStatus(status),
  merge: (fresh, { match }) => ({ ...fresh, ...(match && { match }) }),
};

/** The address of the list of transfers. */
export const TRANSFER_ADDRESS: ListAddress<TransferQuery> = {
  path: routes.transfers,
  read: readTransferQuery,
  write: writeTransferQuery,
};

/** The names of the list of transfers. */
export const TRANSFER_WORDS: ListWords = {
  table: 'Transfers',
  section: 'List of transfers',
  items: 'transfers',
  path: routes.transfers,
};

/** The transfer that is open beside the list. */
export const {
  useOpenId: useOpenTransferId,
  open: openTransfer,
  close: closeTransfer,
} = createOpenBeside(routes.transfers, routes.transfer);
