'use client';

import { clsx } from 'clsx';
import { memo, type MouseEvent } from 'react';
import { cellClass, cellContent } from '@/app/(console)/transfers/_columns/column-cells';
import { preloadDetails } from '@/app/(console)/transfers/_details/lazy-details-pane';
import { MatchLine } from '@/app/(console)/transfers/_list/match-line';
import { ROW } from '@/app/(console)/transfers/_list/row-style';
import type { ListedItem } from '@/app/(console)/transfers/_list/transfer-list';
import { readableText } from '@/components/values/untrusted-text';
import { Highlighted } from '@/components/values/highlighted';
import { StatusMark } from '@/components/ui/status-mark';
import { routes } from '@/lib/http/routes';
import type { TransferColumnId } from '@/lib/transfers/columns';
import { describeStatus } from '@/lib/transfers/describe-status';
import type { TransferRow } from '@/lib/transfers/transfer';

interface TransferListRowProps {
  transfer: ListedItem;
  index: number;
  columns: readonly TransferColumnId[];
  /** The search text. */
  q: string;
  isOpen: boolean;
  wasOpened: boolean;
  onOpen: (index: number) => void;
}

/** A transfer in the list. The whole row is a link; a plain click opens the transfer beside the list. */
export const TransferListRow = memo(function TransferLine({
  transfer,
  index,
  columns,
  q,
  isOpen,
  wasOpened,
  onOpen,
}: TransferListRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      className={clsx(ROW, isOpen ? 'bg-accent-soft' : 'hover:bg-soft/60')}
    >
      {columns.map((id) => (
        <div key={id} role="cell" className={cellClass(id)}>
          {id === 'reference' ? (
            <Reference transfer={transfer} index={index} q={q} isOpen={isOpen} wasOpened={wasOpened} onOpen={onOpen} />
          ) : id === 'status' ? (
            <Status transfer={transfer} />
          ) : (
            cellContent(id, transfer)
          )}
        </div>
      ))}
    </div>
  );
});

function Reference({ transfer, index, q, isOpen, wasOpened, onOpen }: Omit<TransferListRowProps, 'columns'>) {
  const { id, ref_id, flaws, match } = transfer;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(index);
  };
  const name = readableText(ref_id ?? id, 100);
  const isNameMatched = match?.field === (ref_id === undefined ? 'id' : 'ref_id');
  return (
    <>
      <div className="flex items-center gap-2">
        {wasOpened && <span title="Opened before" className="size-1.5 shrink-0 rounded-full border border-accent" />}
        <a
          href={routes.transfer(id)}
          onClick={open}
          onPointerEnter={preloadDetails}
          onFocus={preloadDetails}
          aria-current={isOpen || undefined}
          title={name}
          className={clsx(
            'min-w-0 truncate scroll-mt-28 scroll-mb-6 font-mono text-[0.92em] outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
            ref_id === undefined && 'text-dim',
          )}
        >
          <bdi>{isNameMatched ? <Highlighted text={name} part={q} /> : name}</bdi>
          {wasOpened && <span className="sr-only">, opened before</span>}
        </a>
        {transfer.isSettled ? (
          <span className="shrink-0 rounded border border-line px-1 text-xs text-dim">Settled</span>
        ) : (
          flaws.length > 0 && (
            <span className="shrink-0 rounded border border-warn/50 bg-warn-soft px-1 text-xs text-warn">
              needs attention
            </span>
          )
        )}
      </div>
      {match && <MatchLine transfer={transfer} match={match} q={q} hasName={isNameMatched} />}
    </>
  );
}

function Status({ transfer }: { transfer: TransferRow }) {
  const { label, tone, reasons } = describeStatus(transfer);
  const reason = readableText(reasons.join(' '), 200);
  return (
    <>
      <StatusMark tone={tone} label={readableText(label, 40)} className="max-w-full [&>:last-child]:truncate" />
      {reason !== '' && (
        <p title={reason} className="truncate pl-[18px] text-xs leading-4 text-dim">
          {reason}
        </p>
      )}
    </>
  );
}
