'use client';

import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { CreatedCell, NetworkCell, RequesterCell } from '@/app/(console)/withdrawals/_list/list-cells';
import { RequestRow } from '@/app/(console)/withdrawals/_list/request-row';
import { CELLS, ROW, ROW_LINK } from '@/app/(console)/withdrawals/_list/row-layout';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { explainError, fetchJson } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { AmountText } from '@/components/values/amount';
import { readableText } from '@/components/values/untrusted-text';
import { routes } from '@/lib/http/routes';
import { requestListEndpoint } from '@/lib/requests/contract';
import type { ListedBatch, ListEntry } from '@/lib/requests/list-entry';
import { ALL_REQUESTS, writeRequestQuery } from '@/lib/requests/query';
import { describeStages, toneOfStages } from '@/lib/requests/stages';

const MAX_TOTALS = 3;

/** Shows a batch as one row, and its requests below on demand. */
export function BatchRow({ batch, index, nowMs }: { batch: ListedBatch; index: number; nowMs: number }) {
  const rows = useBatchRows(batch.id);
  const name = readableText(batch.name || 'Unnamed batch', 100);
  const count = `${batch.count.toLocaleString('en-GB')} ${batch.count === 1 ? 'withdrawal' : 'withdrawals'}`;
  return (
    <>
      <div role="row" data-index={index} className={ROW}>
        <CreatedCell iso={batch.createdAt} nowMs={nowMs} />
        <div role="cell" className={`${CELLS.reference} flex items-start gap-1.5`}>
          <button
            type="button"
            aria-expanded={rows.isOpen}
            aria-label={`${rows.isOpen ? 'Hide' : 'Show'} the ${count} of ${name}`}
            onClick={rows.toggle}
            className="relative z-10 -m-1 inline-flex size-7 shrink-0 items-center justify-center rounded hover:bg-line"
          >
            <ChevronRight aria-hidden className={rows.isOpen ? 'size-4 rotate-90' : 'size-4'} />
          </button>
          <span className="min-w-0">
            <Link href={routes.batch(batch.id)} className={ROW_LINK}>
              <bdi className="block truncate font-medium">{name}</bdi>
            </Link>
            <span className="block text-label text-dim">Batch of {count}</span>
          </span>
        </div>
        <div role="cell" className={CELLS.amount}>
          {batch.totals.slice(0, MAX_TOTALS).map(({ asset, total }) => (
            <span key={asset} className="block">
              <AmountText amount={total} asset={asset} />
            </span>
          ))}
          {batch.totals.length > MAX_TOTALS && (
            <span className="block text-label text-dim">and {batch.totals.length - MAX_TOTALS} more assets</span>
          )}
        </div>
        <div role="cell" className={`${CELLS.recipient} text-label text-dim`}>
          {batch.recipients.toLocaleString('en-GB')} {batch.recipients === 1 ? 'recipient' : 'recipients'}
        </div>
        <NetworkCell network={batch.network} profileId={batch.profileId} />
        <RequesterCell name={batch.requesterName} isMine={batch.isMine} />
        <div role="cell" className={CELLS.status}>
          <StatusMark tone={toneOfStages(batch.stages)} label={describeStages(batch.stages)} />
        </div>
      </div>
      {rows.isOpen && <BatchItems rows={rows} nowMs={nowMs} />}
    </>
  );
}

function BatchItems({ rows, nowMs }: { rows: ReturnType<typeof useBatchRows>; nowMs: number }) {
  const { items, isReading, error, hasMore, readMore } = rows;
  return (
    <>
      {items.map((item) => item.kind === 'request' && <RequestRow key={item.id} request={item} nowMs={nowMs} />)}
      {(isReading || error !== undefined || hasMore) && (
        <div role="row" className="px-3 py-2 text-body">
          <div role="cell">
            {isReading && <span role="status">Loading the withdrawals of this batch…</span>}
            {!isReading && error && (
              <ExplanationNotice explanation={explainError(error)}>
                <Button onClick={() => void readMore()}>Try again</Button>
              </ExplanationNotice>
            )}
            {!isReading && !error && <Button onClick={() => void readMore()}>Load more of this batch</Button>}
          </div>
        </div>
      )}
    </>
  );
}

/** Reads the requests of a batch page by page, from the first time that they are shown. */
function useBatchRows(batch: string) {
  const [isOpen, setIsOpen] = useState(false);
  const [items, setItems] = useState<readonly ListEntry[]>([]);
  const [cursor, setCursor] = useState<string | null>();
  const [error, setError] = useState<Error>();
  const [isReading, setIsReading] = useState(false);
  const readMore = async () => {
    const parameters = writeRequestQuery({ ...ALL_REQUESTS, batch });
    if (cursor) parameters.set('cursor', cursor);
    setIsReading(true);
    setError(undefined);
    try {
      const page = await fetchJson(requestListEndpoint(parameters));
      setItems((before) => [...before, ...page.items]);
      setCursor(page.nextCursor);
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setIsReading(false);
    }
  };
  const toggle = () => {
    if (!isOpen && cursor === undefined && !isReading) void readMore();
    setIsOpen(!isOpen);
  };
  return { isOpen, items, isReading, error, hasMore: typeof cursor === 'string', readMore, toggle };
}
