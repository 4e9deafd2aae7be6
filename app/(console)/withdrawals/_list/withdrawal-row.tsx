'use client';

import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { type CellContext, count, Second } from '@/app/(console)/withdrawals/_list/withdrawal-cells';
import { COLUMNS, LOOKS, type RequestColumnId } from '@/app/(console)/withdrawals/_list/withdrawal-columns';
import type { WithdrawalLine } from '@/app/(console)/withdrawals/_list/withdrawal-lines';
import { ROW } from '@/components/list/row-style';
import { explainError } from '@/components/data/fetch-json';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { isolate, readableText } from '@/components/values/untrusted-text';
import { routes } from '@/lib/http/routes';
import type { ListedBatch, ListedRequest } from '@/lib/requests/list/entry';
import { describeRequest } from '@/lib/requests/request-view';
import { describeMatch } from '@/lib/search/describe-match';
import { describeStages, toneOfStages } from '@/lib/requests/stages';

interface RowProps extends CellContext {
  index: number;
  columns: readonly RequestColumnId[];
  /** Called when the page of the row is opened, so that Back finds its row. */
  onOpen: (lineKey: string) => void;
  lineKey: string;
}

interface RequestRowProps extends RowProps {
  request: ListedRequest;
  /** True for a row below its open batch. */
  isInBatch: boolean;
}

// A match in what the row shows needs no words.
const SHOWN: readonly string[] = ['ref_id', 'amount', 'destination_address', 'recipient', 'requester', 'batch'];

/** A request in the list. The whole row is a link to it. */
export const RequestRow = memo(function RequestLine({ request, isInBatch, lineKey, onOpen, ...row }: RequestRowProps) {
  const { batch, id, match } = request;
  const reference = readableText(request.refId, 100);
  const status = describeRequest(request);
  return (
    <Row
      {...row}
      isInBatch={isInBatch}
      status={status}
      reference={
        <div className={isInBatch ? 'min-w-0 @min-[800px]/list:pl-8.5' : 'min-w-0'}>
          <Link href={routes.withdrawal(id)} onClick={() => onOpen(lineKey)} title={reference} className="t-link">
            {isolate(reference)}
          </Link>
          {match && !SHOWN.includes(match.field) ? (
            <Second title={describeMatch(match)}>{isolate(describeMatch(match))}</Second>
          ) : (
            batch && !isInBatch && <Second>in {isolate(readableText(batch.name || 'an unnamed batch', 80))}</Second>
          )}
        </div>
      }
      cell={(column) => COLUMNS[column].ofRequest?.(request, row)}
    />
  );
});

interface BatchRowProps extends RowProps {
  batch: ListedBatch;
  isOpen: boolean;
  onToggle: (batchId: string) => void;
}

/** A batch in the list: a button that opens it in place, and a link to its page. */
export const BatchRow = memo(function BatchLine({ batch, isOpen, lineKey, onOpen, onToggle, ...row }: BatchRowProps) {
  const name = readableText(batch.name || 'Unnamed batch', 100);
  const withdrawals = count(batch.count, 'withdrawal');
  return (
    <Row
      {...row}
      status={{ label: describeStages(batch.stages), tone: toneOfStages(batch.stages) }}
      reference={
        <div className="flex min-w-0 items-center gap-1.5">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} the ${withdrawals} of ${name}`}
            onClick={() => onToggle(batch.id)}
            className="relative z-10 -my-1 -ml-1 inline-flex size-7 shrink-0 items-center justify-center rounded hover:bg-line"
          >
            <ChevronRight aria-hidden className={isOpen ? 'size-4 rotate-90' : 'size-4'} />
          </button>
          <span className="min-w-0">
            <Link
              href={routes.batch(batch.id)}
              onClick={() => onOpen(lineKey)}
              title={name}
              className="t-link font-sans text-body font-medium"
            >
              {isolate(name)}
            </Link>
            <Second>Batch of {withdrawals}</Second>
          </span>
        </div>
      }
      cell={(column) => COLUMNS[column].ofBatch?.(batch, row)}
    />
  );
});

interface PlainRowProps extends CellContext {
  index: number;
  columns: readonly RequestColumnId[];
  isInBatch?: boolean;
  status: { label: string; tone: string };
  reference: ReactNode;
  cell: (column: RequestColumnId) => ReactNode;
}

function Row({ index, columns, isInBatch = false, status, reference, cell }: PlainRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      className={clsx(ROW, isInBatch && 'bg-soft/50 @max-[800px]/list:border-l-4')}
    >
      {columns.map((column) => (
        <div
          key={column}
          role="cell"
          className={clsx(LOOKS.cellClass(column), column === 'status' && `t-${status.tone}`)}
          title={column === 'status' ? status.label : undefined}
        >
          {column === 'reference' ? reference : column === 'status' ? isolate(status.label) : cell(column)}
        </div>
      ))}
    </div>
  );
}

interface UnreadRowProps {
  index: number;
  line: Extract<WithdrawalLine, { kind: 'unread' }>;
  /** The number of columns. */
  span: number;
}

/** The row below an open batch whose withdrawals are not read. */
export function UnreadRow({ index, line: { error, onRetry }, span }: UnreadRowProps) {
  return (
    <div role="row" aria-rowindex={index + 2} data-index={index} className={`${ROW} bg-soft/50`}>
      <div role="cell" aria-colspan={span} className="col-span-full pl-8.5">
        {error ? (
          <span role="alert" className="flex min-w-0 flex-wrap items-center gap-2">
            <span className="min-w-0 truncate">
              {explainError(error).title}. The withdrawals of this batch are not affected.
            </span>
            <Button className="min-h-7 px-2 py-0.5 text-label" onClick={onRetry}>
              Try again
            </Button>
          </span>
        ) : (
          <span role="status" className="text-dim">
            Loading the withdrawals of this batch…
          </span>
        )}
      </div>
    </div>
  );
}
