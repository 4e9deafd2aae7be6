/** All columns of the list of withdrawals, in the order of their groups. */
export const REQUEST_COLUMNS = [
  { id: 'created', title: 'Created', group: 'Payment' },
  { id: 'reference', title: 'Reference', group: 'Payment' },
  { id: 'amount', title: 'Amount', group: 'Payment' },
  { id: 'memo', title: 'Memo', group: 'Payment' },
  { id: 'recipient', title: 'Recipient', group: 'Recipient' },
  { id: 'destination', title: 'Destination', group: 'Recipient' },
  { id: 'network', title: 'Network and profile', group: 'Recipient' },
  { id: 'requester', title: 'Requester', group: 'Request' },
  { id: 'status', title: 'Status', group: 'Request' },
  { id: 'expires', title: 'Expires', group: 'Request' },
  { id: 'batch', title: 'Batch', group: 'Request' },
  { id: 'request', title: 'Request ID', group: 'Request' },
] as const;

/** One of REQUEST_COLUMNS. */
export type RequestColumnId = (typeof REQUEST_COLUMNS)[number]['id'];
