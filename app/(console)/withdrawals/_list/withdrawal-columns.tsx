import type { ReactNode } from 'react';
import {
  type CellContext,
  count,
  Moment,
  Network,
  Recipient,
  RequestedAmount,
  Requester,
  Text,
  Totals,
} from '@/app/(console)/withdrawals/_list/withdrawal-cells';
import { createColumnSettings } from '@/components/list/columns/column-settings';
import { CODE, type ColumnStyle, createColumnLooks, CUT, NUMBER } from '@/components/list/row-style';
import type { ListedBatch, ListedRequest } from '@/lib/requests/list/entry';

/** A column of the list. A cell is empty without a content; the row itself draws the reference and the status. */
interface RequestColumn {
  title: string;
  group: 'Payment' | 'Recipient' | 'Request';
  isDefault?: true;
  looks: ColumnStyle;
  ofRequest?: (request: ListedRequest, context: CellContext) => ReactNode;
  ofBatch?: (batch: ListedBatch, context: CellContext) => ReactNode;
}

const TABLE = {
  created: {
    title: 'Created',
    group: 'Payment',
    isDefault: true,
    looks: { min: 6.75, card: 't-p7', className: 't-cut t-dim' },
    ofRequest: ({ createdAt }, context) => <Moment iso={createdAt} {...context} />,
    ofBatch: ({ createdAt }, context) => <Moment iso={createdAt} {...context} />,
  },
  reference: { title: 'Reference', group: 'Payment', isDefault: true, looks: { min: 9.5, share: 1.4, card: 't-p1' } },
  amount: {
    title: 'Amount',
    group: 'Payment',
    isDefault: true,
    looks: { min: 11.25, share: 1.2, card: 't-p2', className: NUMBER },
    ofRequest: (request) => <RequestedAmount request={request} />,
    ofBatch: ({ totals }) => <Totals totals={totals} />,
  },
  memo: {
    title: 'Memo',
    group: 'Payment',
    looks: { min: 7.5, share: 1, className: CUT },
    ofRequest: ({ body }) => body.memo !== undefined && <Text text={body.memo} />,
  },
  recipient: {
    title: 'Recipient',
    group: 'Recipient',
    isDefault: true,
    looks: { min: 9.5, share: 1.3, card: 't-p5', className: CUT },
    ofRequest: ({ recipientName, body }) => (
      <Recipient name={recipientName} address={body.destination_address} network={body.crypto_network} />
    ),
    ofBatch: ({ recipients }) => <span className="text-dim">{count(recipients, 'recipient')}</span>,
  },
  destination: {
    title: 'Destination',
    group: 'Recipient',
    looks: { min: 9.5, share: 1.3, className: CODE },
    ofRequest: ({ body }) => <Text text={body.destination_address} isCode />,
  },
  network: {
    title: 'Network and profile',
    group: 'Recipient',
    isDefault: true,
    looks: { min: 7.5, share: 0.8, className: CUT },
    ofRequest: ({ body }) => <Network network={body.crypto_network} profileId={body.profile_id} />,
    ofBatch: ({ network, profileId }) => <Network network={network} profileId={profileId} />,
  },
  requester: {
    title: 'Requester',
    group: 'Request',
    isDefault: true,
    looks: { min: 7.5, share: 0.8, card: 't-p8', className: CUT },
    ofRequest: ({ requesterName, isMine }) => <Requester name={requesterName} isMine={isMine} />,
    ofBatch: ({ requesterName, isMine }) => <Requester name={requesterName} isMine={isMine} />,
  },
  status: {
    title: 'Status',
    group: 'Request',
    isDefault: true,
    looks: { min: 11.5, share: 1, card: 't-p6', className: 't-cut t-status' },
  },
  expires: {
    title: 'Expires',
    group: 'Request',
    looks: { min: 7.25, className: 't-cut t-dim' },
    ofRequest: ({ state, expiresAt }, context) =>
      state === 'AWAITING_APPROVAL' && <Moment iso={expiresAt} {...context} hasDays={false} />,
  },
  batch: {
    title: 'Batch',
    group: 'Request',
    looks: { min: 7.5, share: 1, className: CUT },
    ofRequest: ({ batch }) => batch && <Text text={batch.name || 'Unnamed batch'} />,
    ofBatch: ({ name }) => <Text text={name || 'Unnamed batch'} />,
  },
  request: {
    title: 'Request ID',
    group: 'Request',
    looks: { min: 9.5, share: 1, className: CODE },
    ofRequest: ({ id }) => id,
  },
} as const satisfies Record<string, RequestColumn>;

/** The ID of a column of the list of withdrawals, as in saved settings. */
export type RequestColumnId = keyof typeof TABLE;

/** Each column of the list of withdrawals, and the same in the order of the groups. */
export const COLUMNS: Readonly<Record<RequestColumnId, RequestColumn>> = TABLE;
export const REQUEST_COLUMNS = Object.entries(COLUMNS).map(([id, column]) => ({
  ...column,
  id: id as RequestColumnId,
}));

/** The columns of the list of withdrawals, as they are chosen in this browser. */
export const REQUEST_COLUMN_SETTINGS = createColumnSettings<RequestColumnId>({
  key: 'countersign.withdrawal-columns',
  ids: REQUEST_COLUMNS.map(({ id }) => id),
  defaults: REQUEST_COLUMNS.flatMap(({ id, isDefault }) => (isDefault ? [id] : [])),
  fixed: 'reference',
});

/** The looks of the list of withdrawals. */
export const LOOKS = createColumnLooks(
  Object.fromEntries(REQUEST_COLUMNS.map(({ id, looks }) => [id, looks])) as Record<RequestColumnId, ColumnStyle>,
);
