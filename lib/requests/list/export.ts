import type { AssetTotal } from '@/lib/requests/bundles/batches';
import { writeUtc } from '@/lib/time/write-utc';
import { describeStateFilter } from '@/lib/requests/stages';
import {
  describeRequestOrder,
  REQUEST_FILTER_NAMES,
  REQUEST_VALUE_FILTERS,
  type RequestListQuery,
  stateFiltersOf,
} from '@/lib/requests/list/query';
import type { RequestSummary } from '@/lib/requests/request-summary';
import { describeRequestStatus } from '@/lib/requests/request-view';

/** The columns of an export of withdrawals, in their order. */
export const REQUEST_EXPORT_COLUMNS = [
  { id: 'created', title: 'Created' },
  { id: 'reference', title: 'Reference' },
  { id: 'status', title: 'Status' },
  { id: 'asset', title: 'Asset' },
  { id: 'amount', title: 'Amount', kind: 'amount' },
  { id: 'fee', title: 'Fee' },
  { id: 'sent_asset', title: 'Asset sent' },
  { id: 'recipient', title: 'Recipient' },
  { id: 'destination', title: 'Destination address' },
  { id: 'memo', title: 'Memo' },
  { id: 'network', title: 'Network' },
  { id: 'profile', title: 'Profile' },
  { id: 'requester', title: 'Requester' },
  { id: 'batch', title: 'Batch' },
  { id: 'reason', title: 'Reason' },
  { id: 'request', title: 'Request' },
  { id: 'transfer', title: 'Transfer' },
  { id: 'attachments', title: 'Attachments (SHA-256)' },
] as const;
/** The ID of one of REQUEST_EXPORT_COLUMNS. */
export type RequestExportColumn = (typeof REQUEST_EXPORT_COLUMNS)[number]['id'];

const STATUS_CELL = REQUEST_EXPORT_COLUMNS.findIndex(({ id }) => id === 'status');

/**
 * Gives the cells of a request as they are written. The status comes as the state of the request and its send, as JSON,
 * and is written in words.
 */
export function toExportCells(cells: readonly string[]): string[] {
  return cells.map((cell, index) => (index === STATUS_CELL ? describeRequestStatus(readStatusCell(cell)).label : cell));
}

// Written by the statement of the export (lib/server/requests/lists/sql.ts).
function readStatusCell(cell: string): Pick<RequestSummary, 'state' | 'send'> {
  return JSON.parse(cell) as Pick<RequestSummary, 'state' | 'send'>;
}

/** The end of an export, below its rows. A file without it was cut off. */
interface RequestTrailer {
  rows: number;
  /** The sums of what was requested, whatever became of it. */
  totals: readonly AssetTotal[];
  query: RequestListQuery;
  /** ISO 8601. */
  at: string;
  by: string;
}

/** Lists what the end of an export says: the number of rows, the sums by asset, the query, and who exported when. */
export function listRequestRemarks({ rows, totals, query, at, by }: RequestTrailer): string[] {
  return [
    `Rows: ${rows}`,
    ...totals.map(
      ({ asset, total, count }) =>
        `${asset || 'No asset'} requested: ${total} in ${count} ${count === 1 ? 'row' : 'rows'}, fees not counted`,
    ),
    `Filter: ${describeRequestQuery(query)}`,
    `Order: ${describeRequestOrder(query)}`,
    `Exported: ${at} by ${by}`,
  ];
}

/** Describes a query for the end of an export, in full and in UTC, such as "Status: Rejected; Mine". */
export function describeRequestQuery(query: RequestListQuery): string {
  const { q, isMine, values, created, batch, before } = query;
  const parts = [
    ...(q === '' ? [] : [`Search: ${q}`]),
    ...(isMine ? ['Mine'] : []),
    ...REQUEST_VALUE_FILTERS.flatMap((filter) => {
      const chosen = filter === 'state' ? stateFiltersOf(query).map(describeStateFilter) : (values[filter] ?? []);
      return chosen.length > 0 ? [`${REQUEST_FILTER_NAMES[filter]}: ${chosen.join(', ')}`] : [];
    }),
    ...(created?.from ? [`Created from (UTC): ${writeUtc(created.from)}`] : []),
    ...(created?.to ? [`Created to (UTC): ${writeUtc(created.to)}`] : []),
    ...(batch ? [`Batch: ${batch}`] : []),
    ...(before ? [`Older than: ${before}`] : []),
  ];
  return parts.length === 0 ? 'none' : parts.join('; ');
}
