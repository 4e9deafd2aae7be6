/**
 * Addresses of the console's pages (docs/specification/console-contract.md#pages). No other module writes a path by
 * hand.
 */
export const routes = {
  home: '/',
  signIn: '/sign-in',
  /** Sign-in page that leads back to a path of the console. */
  signInTo: (path: string) => `/sign-in?${new URLSearchParams({ callbackUrl: path }).toString()}`,
  withdrawals: '/withdrawals',
  withdrawalsIn: (state: string) => `/withdrawals?${new URLSearchParams({ state }).toString()}`,
  newWithdrawal: '/withdrawals/new',
  /** New withdrawal form, prefilled from an earlier request, a transfer, an address book entry or a template. */
  repeatWithdrawal: (from: { request: string } | { transfer: string } | { recipient: string } | { template: string }) =>
    `/withdrawals/new?${new URLSearchParams(from).toString()}`,
  /** New withdrawal form that requests again what was never paid, linked with the earlier request. */
  requestAgain: (id: string) => `/withdrawals/new?${new URLSearchParams({ again: id }).toString()}`,
  /** Import of a batch from a sheet. */
  importWithdrawals: '/withdrawals/import',
  withdrawal: (id: string) => `/withdrawals/${encodeURIComponent(id)}`,
  /** A request as a step through the approvals queue. */
  withdrawalInQueue: (id: string) => `/withdrawals/${encodeURIComponent(id)}?queue=1`,
  amendWithdrawal: (id: string) => `/withdrawals/${encodeURIComponent(id)}/amend`,
  batches: '/withdrawals/batches',
  /** The withdrawals of one batch. */
  batch: (id: string) => `/withdrawals/batches/${encodeURIComponent(id)}`,
  /** A batch as a step through the approvals queue, with its next look or the rejection of rows open. */
  batchInQueue: (id: string, start?: 'look' | 'reject') =>
    `/withdrawals/batches/${encodeURIComponent(id)}?queue=1${start === undefined ? '' : `&start=${start}`}`,
  /** Saved forms of withdrawals. */
  templates: '/withdrawals/templates',
  /** Planned payments, which the console requests on their dates. */
  planned: '/withdrawals/planned',
  plannedPayment: (id: string) => `/withdrawals/planned/${encodeURIComponent(id)}`,
  planPayment: (from: { template: string } | { request: string } | { order: string }) =>
    `/withdrawals/planned/new?${new URLSearchParams(from).toString()}`,
  approvals: '/approvals',
  transfers: '/transfers',
  transfer: (id: string) => `/transfers/${encodeURIComponent(id)}`,
  /** Payment confirmation of a transfer, for print. */
  confirmation: (id: string) => `/transfers/${encodeURIComponent(id)}/confirmation`,
  /** The payment confirmation as PDF. */
  confirmationPdf: (id: string) => `/api/transfers/${encodeURIComponent(id)}/confirmation.pdf`,
  /** Transfer list with what needs attention and is not settled. */
  unsettledTransfers: '/transfers?problem=1',
  /** Transfer list with a search. */
  findTransfers: (q: string) => `/transfers?${new URLSearchParams({ q }).toString()}`,
  /** List of withdrawals with a search. */
  findWithdrawals: (q: string) => `/withdrawals?${new URLSearchParams({ q }).toString()}`,
  /** Outgoing transfers to an address on any network. */
  outgoingTransfersTo: (address: string) =>
    `/transfers?${new URLSearchParams({ q: address, direction: 'DEBIT' }).toString()}`,
  /** Transfers of a profile. */
  transfersOf: (profile: string) => `/transfers?${new URLSearchParams({ profile }).toString()}`,
  /** Transfers to an address on a network. */
  transfersTo: (address: string, network: string) =>
    `/transfers?${new URLSearchParams({ q: address, network }).toString()}`,
  /** Bulk lookup by reference, ID, hash or address. */
  bulkLookup: '/transfers/lookup',
  /** What is watched, delayed, in progress and sent today. */
  today: '/transfers/today',
  /** Monthly statements. */
  statements: '/statements',
  /** How long transfers take at the moment, by network and asset. */
  networks: '/networks',
  /** One network on that page. */
  network: (id: string) => `/networks#network-${encodeURIComponent(id)}`,
  /** The address book. */
  recipients: '/recipients',
  /** The address book with a search, in every state. */
  findRecipients: (q: string) => `/recipients?${new URLSearchParams({ q, state: 'ALL' }).toString()}`,
  newRecipient: '/recipients/new',
  importRecipients: '/recipients/import',
  /** Recipients that were paid before and are not in the address book. */
  adoptRecipients: '/recipients/adopt',
  /** Those that were paid before a time (ISO 8601). */
  adoptRecipientsBefore: (before: string) => `/recipients/adopt?${new URLSearchParams({ before }).toString()}`,
  /** One address book entry, or the proposal for one under the same ID. */
  recipient: (id: string) => `/recipients/${encodeURIComponent(id)}`,
  changeRecipient: (id: string) => `/recipients/${encodeURIComponent(id)}/change`,
  assets: '/assets',
  notifications: '/notifications',
  unsubscribe: '/unsubscribe',
  endDigests: '/api/unsubscribe',
  /** Named profiles. */
  profiles: '/profiles',
  /** Profiles from which others may send. */
  externalProfiles: '/external-profiles',
  groups: '/groups',
  policy: '/policy',
  /** Who the reader is, and where they are signed in. */
  account: '/account',
  status: '/status',
  /** Who signed in, and their sessions. */
  people: '/people',
  peopleNamed: (name: string) => `/people?${new URLSearchParams({ name }).toString()}`,
  audit: '/audit',
  /** Passkeys of others that wait for the reader. */
  passkeysToConfirm: '/account#passkeys-to-confirm',
  /** Set-up of the key list. */
  setUpKeyList: '/account/set-up',
  help: '/help',
  /** One guide, such as "finance" (lib/help/guides.ts). */
  guide: (id: string) => `/help/${encodeURIComponent(id)}`,
} as const;

/** Error code for the sign-in page after too many sign-ins from one browser or address. */
export const TOO_MANY_SIGN_INS = 'TooMany';

/** Error code for the sign-in page after a return from the provider that no sign-in of this browser started. */
export const SIGN_IN_NOT_STARTED = 'NotStarted';

/** Error code for the sign-in page after a sign-in without a required way of authentication (OIDC_REQUIRED_ACR). */
export const WEAK_SIGN_IN = 'WeakSignIn';

/** Error code for the sign-in page after a sign-in of a suspended person. */
export const SUSPENDED_PERSON = 'Suspended';

/**
 * Request header with the path of the requested page. `proxy.ts` sets it and overwrites any value that the browser
 * sent.
 */
export const PATH_HEADER = 'x-countersign-path';

/**
 * Request header with the caller's address. The request guard sets it and overwrites any value that the caller sent.
 */
export const ADDRESS_HEADER = 'x-countersign-address';

/** Request header of background polls, which must not keep an idle session alive. */
export const POLL_HEADER = 'x-countersign-poll';

/** Addresses of the files that the browser downloads; what it reads as JSON is in `lib/<domain>/contract.ts`. */
export const downloadRoutes = {
  transfers: '/api/transfers/export',
  withdrawals: '/api/withdrawals/export',
  /** A statement as CSV or PDF (lib/statements/statement.ts). */
  statement: '/api/statements/export',
  audit: '/api/audit/export',
  /** Evidence of a period (`from`, `to`); that of one request or batch is beside it. */
  evidence: '/api/evidence',
  /** The page that verifies evidence, a file of its own. */
  verifyPage: '/verify.html',
  evidenceOf: (id: string) => `/api/withdrawals/${encodeURIComponent(id)}/evidence`,
  evidenceOfBatch: (id: string) => `/api/withdrawals/batches/${encodeURIComponent(id)}/evidence`,
  recipients: '/api/recipients/export',
  /** The JSON schema of a policy as a file. */
  policySchema: '/api/policy/schema',
} as const;
