import { endpoint } from '@/lib/http/endpoint';
import type { BalanceAccounts } from '@/lib/transfers/export/preset-query';
import type {
  NewerTransfers,
  TransferAnswer,
  TransferListPage,
  TransferTotals,
  TransferValues,
} from '@/lib/transfers/transfer';

// `search`: the parameters from writeTransferQuery, and those of the endpoint.
const withSearch = (path: string) => (search: URLSearchParams) => `${path}?${search.toString()}`;

/** A page of the list, from `cursor`, of at most `limit` rows. */
export const transferPageEndpoint = endpoint<TransferListPage>({ members: ['items', 'nextCursor', 'coverage'] })(
  withSearch('/api/transfers'),
);

/** The number of transfers above the row whose cursor is `than`. */
export const newerTransfersEndpoint = endpoint<NewerTransfers>({ members: ['count', 'coverage'] })(
  withSearch('/api/transfers/newer'),
);

/** The totals of a list by asset. */
export const transferTotalsEndpoint = endpoint<TransferTotals>({ members: ['totals', 'transfers', 'coverage'] })(
  withSearch('/api/transfers/totals'),
);

/** The accounts that completed transfers of a list belong to, for accounting files. */
export const balanceAccountsEndpoint = endpoint<BalanceAccounts>({ members: ['accounts'] })(
  withSearch('/api/transfers/accounts'),
);

/** The options of each filter, with their numbers of transfers. */
export const transferValuesEndpoint = endpoint<TransferValues>({ members: ['status', 'asset'] })(
  () => '/api/transfers/values',
);

/** The service's current record of one transfer. */
export const transferEndpoint = endpoint<TransferAnswer>({ members: ['transfer', 'asOf'] })(
  (id: string) => `/api/transfers/${encodeURIComponent(id)}`,
);
