import { ArrowDown, ArrowUp } from 'lucide-react';
import { BatchRow } from '@/app/(console)/withdrawals/_list/batch-row';
import { addressOf } from '@/app/(console)/withdrawals/_list/list-address';
import { RowKeys } from '@/app/(console)/withdrawals/_list/row-keys';
import { RequestRow } from '@/app/(console)/withdrawals/_list/request-row';
import { HEAD_ROW } from '@/app/(console)/withdrawals/_list/row-layout';
import { Link } from '@/components/ui/link';
import type { ListEntry } from '@/lib/requests/list-entry';
import type { RequestListQuery, RequestSort } from '@/lib/requests/query';

interface WithdrawalTableProps {
  items: readonly ListEntry[];
  query: RequestListQuery;
  nowMs: number;
}

/** Shows withdrawals and batches as a table with headings; those of time and amount sort. */
export function WithdrawalTable({ items, query, nowMs }: WithdrawalTableProps) {
  return (
    <div role="table" aria-label="Withdrawals" id={TABLE_ID} className="rounded-panel border border-line bg-panel">
      <div role="rowgroup">
        <div role="row" className={HEAD_ROW}>
          <SortHeading title="Created" sort="created" query={query} />
          <div role="columnheader">Reference</div>
          <SortHeading title="Amount" sort="amount" query={query} />
          <div role="columnheader">Recipient</div>
          <div role="columnheader">Network and profile</div>
          <div role="columnheader">Requester</div>
          <div role="columnheader">Status</div>
        </div>
      </div>
      <div role="rowgroup" className="divide-y divide-line">
        {items.map((item, index) =>
          item.kind === 'batch' ? (
            <BatchRow key={item.id} batch={item} index={index} nowMs={nowMs} />
          ) : (
            <RequestRow key={item.id} request={item} index={index} nowMs={nowMs} />
          ),
        )}
      </div>
      <RowKeys tableId={TABLE_ID} count={items.length} />
    </div>
  );
}

const TABLE_ID = 'withdrawals';

function SortHeading({ title, sort, query }: { title: string; sort: RequestSort; query: RequestListQuery }) {
  const isSorted = query.sort === sort;
  const Arrow = query.isAscending ? ArrowUp : ArrowDown;
  const next = { ...query, before: undefined, sort, isAscending: isSorted && !query.isAscending };
  return (
    <div
      role="columnheader"
      aria-sort={isSorted ? (query.isAscending ? 'ascending' : 'descending') : undefined}
      className={sort === 'amount' ? 'text-right' : undefined}
    >
      {/* In cards, where the headings are for screen readers only, "Order" sorts. */}
      <span className="lg:hidden">{title}</span>
      <Link
        href={addressOf(next)}
        className={`inline-flex max-lg:hidden min-h-6 items-center gap-1 rounded hover:text-ink ${isSorted ? 'font-medium text-ink' : ''}`}
      >
        {title}
        {isSorted && <Arrow aria-hidden className="size-3" />}
      </Link>
    </div>
  );
}
