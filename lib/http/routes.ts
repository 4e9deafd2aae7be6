/** Addresses of the console's pages (contract.md). Nothing else writes a path by hand. */
export const routes = {
  home: '/',
  signIn: '/sign-in',
  /** Sign-in, and back to a path of the console afterwards. */
  signInTo: (path: string) => `/sign-in?${new URLSearchParams({ callbackUrl: path }).toString()}`,
  withdrawals: '/withdrawals',
  withdrawalsIn: (state: string) => `/withdrawals?${new URLSearchParams({ state }).toString()}`,
  newWithdrawal: '/withdrawals/new',
  /** A new one that starts from an earlier request, a transfer or an entry of the book. */
  repeatWithdrawal: (from: { request: string } | { transfer: string } | { recipient: string }) =>
    `/withdrawals/new?${new URLSearchParams(from).toString()}`,
  /** Many new ones from a sheet. */
  importWithdrawals: '/withdrawals/import',
  withdrawal: (id: string) => `/withdrawals/${encodeURIComponent(id)}`,
  /** The same request, as a step through the queue of approvals. */
  withdrawalInQueue: (id: string) => `/withdrawals/${encodeURIComponent(id)}?queue=1`,
  amendWithdrawal: (id: string) => `/withdrawals/${encodeURIComponent(id)}/amend`,
  batches: '/withdrawals/batches',
  /** What was made from one sheet. */
  batch: (id: string) => `/withdrawals/batches/${encodeURIComponent(id)}`,
  approvals: '/approvals',
  transfers: '/transfers',
  transfer: (id: string) => `/transfers/${encodeURIComponent(id)}`,
  /** The list with what is searched for. */
  findTransfers: (q: string) => `/transfers?${new URLSearchParams({ q }).toString()}`,
  /** Many references, ids, hashes and addresses at once. */
  lookUp: '/transfers/lookup',
  /** The book of recipients. */
  recipients: '/recipients',
  newRecipient: '/recipients/new',
  importRecipients: '/recipients/import',
  /** One entry, or what was asked for under its id before there is one. */
  recipient: (id: string) => `/recipients/${encodeURIComponent(id)}`,
  changeRecipient: (id: string) => `/recipients/${encodeURIComponent(id)}/change`,
  assets: '/assets',
  policy: '/policy',
  status: '/status',
  audit: '/audit',
} as const;

/** What the sign-in page is told where too many signed in from an address. */
export const SIGN_IN_TOO_OFTEN = 'TooMany';

/** Which page is asked for: set by `proxy.ts` on the way in, over whatever the browser sent. */
export const PATH_HEADER = 'x-countersign-path';

/** Where a call came from: set by the server's door on the way in, over whatever the caller sent. */
export const ADDRESS_HEADER = 'x-countersign-address';

/** Sent with what a page asks for by itself, so that an open page alone keeps no session alive. */
export const POLL_HEADER = 'x-countersign-poll';

/** Addresses of the files that the browser downloads; what it reads as JSON is in `lib/<domain>/contract.ts`. */
export const downloadRoutes = {
  transfers: '/api/transfers/export',
  audit: '/api/audit/export',
  recipients: '/api/recipients/export',
} as const;
