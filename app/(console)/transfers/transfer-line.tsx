'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { memo, type MouseEvent } from 'react';
import { cellClass, ROW } from '@/app/(console)/transfers/columns';
import { transferKey } from '@/app/(console)/transfers/use-live-transfer';
import { readableText } from '@/components/foreign-text';
import { Time } from '@/components/time';
import { DirectionSign, ReadableAmount, typeWords } from '@/components/transfer-headline';
import { StatusMark } from '@/components/ui/status-mark';
import { networkLabel } from '@/lib/networks';
import { routes } from '@/lib/routes';
import { describeStatus } from '@/lib/transfer-words';
import { isFinalStatus, type TransferAnswer, type TransferRow } from '@/lib/transfers';

interface TransferRowProps {
  transfer: TransferRow;
  index: number;
  isOpen: boolean;
  onOpen: (index: number) => void;
}

/** One transfer in the list: the whole row is a link to it, and a plain click opens it beside the list. */
export const TransferLine = memo(function TransferLine({ transfer, index, isOpen, onOpen }: TransferRowProps) {
  const { id, created_at, ref_id, amount, asset, crypto_network, flaws } = transfer;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(index);
  };
  const name = readableText(ref_id ?? id, 100);
  return (
    <div role="row" aria-rowindex={index + 2} data-index={index} className={clsx(ROW, isOpen ? 'bg-accent-soft' : 'hover:bg-soft/60')}>
      <div role="cell" className={cellClass('Created', 'truncate text-dim')}>
        {created_at === undefined ? 'no date' : Number.isNaN(Date.parse(created_at)) ? readableText(created_at, 30) : <Time iso={created_at} />}
      </div>
      <div role="cell" className={cellClass('Reference')}>
        <a
          href={routes.transfer(id)}
          onClick={open}
          aria-current={isOpen || undefined}
          title={name}
          className={clsx(
            'min-w-0 truncate scroll-mt-28 scroll-mb-6 font-mono text-[0.92em] outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
            ref_id === undefined && 'text-dim',
          )}
        >
          <bdi>{name}</bdi>
        </a>
        {flaws.length > 0 && <NeedsALook />}
      </div>
      <div role="cell" className={cellClass('Type', 'truncate text-dim')}>
        <bdi>{typeWords(transfer.type)}</bdi>
      </div>
      <div role="cell" className={cellClass('Amount', 'line-clamp-2 text-[0.92em]')}>
        {amount === undefined ? (
          'no amount'
        ) : (
          <>
            <DirectionSign direction={transfer.direction} />
            <ReadableAmount amount={amount} asset={asset} />
          </>
        )}
      </div>
      <div role="cell" className={cellClass('Network', 'truncate @max-[640px]/list:text-dim')}>
        {crypto_network !== undefined && <bdi>{readableText(networkLabel(crypto_network), 60)}</bdi>}
      </div>
      <div role="cell" className={cellClass('Status')}>
        {isFinalStatus(transfer.status) ? <Status transfer={transfer} /> : <LiveStatus transfer={transfer} />}
      </div>
    </div>
  );
});

/** A transfer that is still on its way stands here as its details last saw it. A final one never changes. */
function LiveStatus({ transfer }: { transfer: TransferRow }) {
  const { data } = useQuery<TransferAnswer>({ queryKey: transferKey(transfer.id), queryFn: skipToken });
  return <Status transfer={data?.transfer ?? transfer} />;
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

function NeedsALook() {
  return <span className="shrink-0 rounded border border-warn/50 bg-warn-soft px-1 text-xs text-warn">needs a look</span>;
}
