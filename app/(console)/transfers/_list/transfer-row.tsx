'use client';

import { memo, type MouseEvent, Suspense } from 'react';
import { cellContent, cellTitle, isShortened, LOOKS } from '@/app/(console)/transfers/_columns/column-cells';
import { preloadDetails } from '@/app/(console)/transfers/_details/lazy-details-pane';
import { ROW } from '@/components/list/row-style';
import type { ListedTransfer } from '@/app/(console)/transfers/_list/transfer-list';
import { shortenId } from '@/components/values/short-id';
import { isolate, readableText } from '@/components/values/untrusted-text';
import { Highlighted } from '@/components/values/highlighted';
import { lazyWithRetry } from '@/components/ui/browser/lazy-with-retry';
import { routes } from '@/lib/http/routes';
import type { TransferColumnId } from '@/lib/transfers/columns';
import { titleCase } from '@/lib/text/title-case';
import { describeStatus } from '@/lib/transfers/describe-status';
import type { TransferRow } from '@/lib/transfers/transfer';

const MatchLine = lazyWithRetry(() => import('@/app/(console)/transfers/_list/match-line'));

interface TransferListRowProps {
  transfer: ListedTransfer;
  index: number;
  columns: readonly TransferColumnId[];
  /** The search text. */
  q: string;
  today: string | undefined;
  /** True if headings say the days. */
  hasDays: boolean;
  isOpen: boolean;
  wasOpened: boolean;
  onOpen: (id: string) => void;
}

/** A transfer in the list. The whole row is a link; a plain click opens the transfer beside the list. */
export const TransferListRow = memo(function TransferLine({
  transfer,
  index,
  columns,
  q,
  today,
  hasDays,
  isOpen,
  wasOpened,
  onOpen,
}: TransferListRowProps) {
  return (
    <div role="row" aria-rowindex={index + 2} data-index={index} className={lookOf(transfer, isOpen)}>
      {columns.map((id) =>
        id === 'status' ? (
          <Status key={id} transfer={transfer} />
        ) : (
          <div
            key={id}
            role="cell"
            className={LOOKS.cellClass(id)}
            title={cellTitle(id, transfer, today)}
            aria-label={isShortened(id, transfer) ? cellTitle(id, transfer, today) : undefined}
            suppressHydrationWarning
          >
            {id === 'reference' ? (
              <Reference
                transfer={transfer}
                q={q}
                isOpen={isOpen}
                today={today}
                wasOpened={wasOpened}
                onOpen={onOpen}
              />
            ) : (
              cellContent(id, transfer, { today, hasDays })
            )}
          </div>
        ),
      )}
    </div>
  );
});

const lookOf = ({ match }: ListedTransfer, isOpen: boolean) =>
  `${ROW}${isOpen ? ' t-open' : ''}${match ? ' t-found' : ''}`;

function Reference({
  transfer,
  q,
  today,
  isOpen,
  wasOpened,
  onOpen,
}: Omit<TransferListRowProps, 'index' | 'columns' | 'hasDays'>) {
  const { id, ref_id, flaws, match } = transfer;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(id);
  };
  const name = readableText(ref_id ?? id, 100);
  const shortName = shortenId(name);
  const isNameMatched = match?.field === (ref_id === undefined ? 'id' : 'ref_id');
  const link = (
    <a
      href={routes.transfer(id)}
      onClick={open}
      onPointerEnter={preloadDetails}
      onFocus={preloadDetails}
      aria-current={isOpen || undefined}
      aria-label={wasOpened ? `${name}, opened before` : shortName === name ? undefined : name}
      title={name}
      className={ref_id === undefined ? 't-link t-dim' : 't-link'}
    >
      {isNameMatched ? (
        <bdi>
          <Highlighted text={name} part={q} />
        </bdi>
      ) : (
        isolate(shortName)
      )}
    </a>
  );
  return (
    <>
      {wasOpened || transfer.isSettled || flaws.length > 0 ? (
        <div className="flex items-center gap-2">
          {wasOpened && <span title="Opened before" className="size-1.5 shrink-0 rounded-full border border-accent" />}
          {link}
          {transfer.isSettled ? (
            <span className="shrink-0 rounded border border-line px-1 text-label text-dim">Settled</span>
          ) : (
            flaws.length > 0 && (
              <span className="shrink-0 rounded border border-warn/50 bg-warn-soft px-1 text-label text-warn">
                needs attention
              </span>
            )
          )}
        </div>
      ) : (
        link
      )}
      {match && (
        // A row has its height before its match is there.
        <Suspense>
          <MatchLine transfer={transfer} match={match} q={q} hasName={isNameMatched} today={today} />
        </Suspense>
      )}
    </>
  );
}

function Status({ transfer }: { transfer: TransferRow }) {
  const { tone, reasons } = describeStatus(transfer);
  // A column has no room for where it is pending, which the details say.
  const label = transfer.status === undefined ? 'No status' : titleCase(transfer.status);
  const reason = readableText(reasons.join(' '), 200);
  return (
    <div role="cell" className={`${LOOKS.cellClass('status')} t-${tone}${reason === '' ? '' : ' t-with-reason'}`}>
      {isolate(readableText(label, 40))}
      {reason !== '' && (
        <p title={reason} className="t-reason">
          {reason}
        </p>
      )}
    </div>
  );
}
