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

/** Addresses that the browser reads by itself. */
export const apiRoutes = {
  transfers: '/api/transfers',
  transfer: (id: string) => `/api/transfers/${encodeURIComponent(id)}`,
  /** What the console knows of it by itself. */
  transferDetail: (id: string) => `/api/transfers/${encodeURIComponent(id)}/detail`,
  lookUp: '/api/transfers/lookup',
  transferExport: '/api/transfers/export',
  approvals: '/api/approvals',
  /** Withdrawals asked for here whose reference is this or begins with it. */
  findRequests: (reference: string) => `/api/withdrawals?${new URLSearchParams({ reference }).toString()}`,
  savedViews: '/api/saved-views',
  sending: '/api/sending',
  auditExport: '/api/audit/export',
  /** What an address resembles of all that we have paid or saved. */
  lookAlikes: (question: { network: string; address: string }) =>
    `/api/recipients/look-alikes?${new URLSearchParams(question).toString()}`,
  /** What only the console knows of entries that are about to be added. */
  checkRecipients: '/api/recipients/check',
  recipientExport: '/api/recipients/export',
  withdrawal: (id: string) => `/api/withdrawals/${encodeURIComponent(id)}`,
  /** What the policy would say of a withdrawal. */
  trial: (question: {
    network: string;
    address: string;
    asset: string;
    memo: string;
    amount: string;
    profile: string;
    requester: string;
  }) => `/api/withdrawals/trial?${new URLSearchParams(question).toString()}`,
  /** Entries of the book that a form can offer. */
  recipients: (question: { q: string; network?: string }) =>
    `/api/recipients?${new URLSearchParams(question).toString()}`,
  /** Those that have exactly one of several names. */
  namedRecipients: '/api/recipients/named',
  /** What the server says of withdrawals that are about to be asked for together, and how far it is with making them. */
  checkBatch: '/api/withdrawals/batches/check',
  batchProgress: (batchKey: string) =>
    `/api/withdrawals/batches/progress?${new URLSearchParams({ key: batchKey }).toString()}`,
  batch: (id: string) => `/api/withdrawals/batches/${encodeURIComponent(id)}`,
  /** Where its items stand, and nothing else. */
  batchStates: (id: string) => `/api/withdrawals/batches/${encodeURIComponent(id)}/states`,
  /** What is known about the recipient of a withdrawal that is about to be asked for, and of one that was. */
  recipientChecks: (question: {
    network: string;
    address: string;
    asset: string;
    memo: string;
    profile: string;
    value: string;
    except: string;
  }) => `/api/withdrawals/checks?${new URLSearchParams(question).toString()}`,
  checksOf: (requestId: string) => `/api/withdrawals/${encodeURIComponent(requestId)}/checks`,
  /** Requests of the last day to one recipient over one value. */
  similar: (question: { network: string; address: string; asset: string; memo: string; value: string }) =>
    `/api/withdrawals/similar?${new URLSearchParams(question).toString()}`,
} as const;
