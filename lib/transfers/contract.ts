import { endpoint } from '@/lib/http/endpoint';
import type { TransferDetail } from '@/lib/transfers/detail';
import type { SavedView } from '@/lib/transfers/saved-views';
import type {
  LookupAnswer,
  NewerTransfers,
  TransferAnswer,
  TransferListPage,
  TransferTotals,
  TransferValues,
} from '@/lib/transfers/transfer';

// The `search` of each is what `writeTransferQuery` writes, with what the endpoint takes besides.
const withSearch = (path: string) => (search: URLSearchParams) => `${path}?${search.toString()}`;
const ofTransfer = (id: string) => `/api/transfers/${encodeURIComponent(id)}`;

/** A page of the list, from `cursor`, of at most `limit` rows. */
export const transferPageEndpoint = endpoint<TransferListPage>({ members: ['items', 'nextCursor', 'coverage'] })(
  withSearch('/api/transfers'),
);

/** How many transfers came above the row whose cursor is `than`. */
export const newerTransfersEndpoint = endpoint<NewerTransfers>({ members: ['count', 'coverage'] })(
  withSearch('/api/transfers/newer'),
);

/** The sums of what a list shows, by asset. */
export const transferTotalsEndpoint = endpoint<TransferTotals>({ members: ['totals', 'transfers', 'coverage'] })(
  withSearch('/api/transfers/totals'),
);

/** The values that each filter can take, with how many transfers have them. */
export const transferValuesEndpoint = endpoint<TransferValues>({ members: ['status', 'asset'] })(
  () => '/api/transfers/values',
);

/** One transfer as the service has it now. */
export const transferEndpoint = endpoint<TransferAnswer>({ members: ['transfer', 'asOf'] })(ofTransfer);

/** What the console itself knows of one transfer, without asking the service. */
export const transferDetailEndpoint = endpoint<TransferDetail>({ members: ['mirrored', 'coverage'] })(
  (id: string) => `${ofTransfer(id)}/detail`,
);

/** Bulk lookup of pasted references, ids, hashes and addresses; a POST, since an address cannot hold so many. */
export const bulkLookupEndpoint = endpoint<LookupAnswer>({ members: ['rows', 'coverage'] })(
  () => '/api/transfers/lookup',
);

/** The searches that the reader saved. */
export const savedViewsEndpoint = endpoint<SavedView[]>({ list: true })(() => '/api/saved-views');
