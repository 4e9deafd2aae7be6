'use client';

import { useEffect, useRef, useState } from 'react';
import { PageSection } from '@/components/ui/panel';
import { useWatchActions, useWatches } from '@/app/(console)/_cases/use-watches';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { QueryProvider } from '@/components/data/query-provider';
import { StaleDataNotice } from '@/components/data/stale-data-notice';
import { Money } from '@/components/values/money';
import { DirectionSign } from '@/components/transfers/transfer-headline';
import { Button } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/ui/status-mark';
import { readableText, UntrustedText } from '@/components/values/untrusted-text';
import { FixedMoney } from '@/components/withdrawals/fixed-money';
import type { Watch } from '@/lib/cases/contract';
import { describeNewOutcomes, describeWatch, watchedReference } from '@/lib/cases/describe-watch';
import { routes } from '@/lib/http/routes';
import { formatDuration, formatDurationToSeconds } from '@/lib/text/duration';
import { describeTypicalDuration, findDelayMs } from '@/lib/transfers/figures/typical-duration';

interface WatchedProps {
  initial: Watch[];
}

/** The transfers that the reader watches, updated by itself. */
export function WatchedTransfers(props: WatchedProps) {
  return (
    <QueryProvider>
      <WatchedSection {...props} />
    </QueryProvider>
  );
}

function WatchedSection({ initial }: WatchedProps) {
  const { data: watches = initial, isRefetchError } = useWatches({ initial, isPolling: true });
  const { isBusy, failure, dismiss } = useWatchActions();
  const announcement = useAnnouncement(watches);
  const finished = watches.filter(({ doneForMs }) => doneForMs !== null);
  return (
    <>
      <PageSection
        title="Watched transfers"
        count={watches.length}
        isEmpty={watches.length === 0}
        aside={
          finished.length > 1 && (
            <Button disabled={isBusy} onClick={() => void dismiss(finished.map(({ id }) => id))}>
              Dismiss all finished ({finished.length})
            </Button>
          )
        }
      >
        {isRefetchError && <StaleDataNotice />}
        <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
          {watches.map((watch) => (
            <WatchLine key={watch.id} watch={watch} isBusy={isBusy} onDismiss={() => void dismiss([watch.id])} />
          ))}
        </ul>
      </PageSection>
      <div role="alert" className="empty:hidden">
        {failure && <ExplanationNotice explanation={failure} />}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

/** Gives the outcomes that came since the last reading, to be read out. */
function useAnnouncement(watches: readonly Watch[]): string {
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(watches);
  useEffect(() => {
    const news = describeNewOutcomes(before.current, watches);
    before.current = watches;
    if (news !== '') setAnnouncement(readableText(news, 500));
  }, [watches]);
  return announcement;
}

function WatchLine({ watch, isBusy, onDismiss }: { watch: Watch; isBusy: boolean; onDismiss: () => void }) {
  const { transferId, requestId, doneForMs } = watch;
  const reference = watchedReference(watch);
  const isDone = doneForMs !== null;
  const shown = readableText(reference, 80);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-body md:flex-nowrap">
      <Link
        href={transferId === null ? routes.withdrawal(requestId ?? '') : routes.transfer(transferId)}
        className="grid min-h-6 min-w-0 flex-1 grid-cols-2 items-baseline gap-x-4 gap-y-1 hover:underline md:grid-cols-[minmax(0,1.2fr)_minmax(0,1.2fr)_minmax(0,1.8fr)]"
      >
        <span className="truncate font-mono" title={shown}>
          <bdi>{shown}</bdi>
        </span>
        <span className="text-right [overflow-wrap:anywhere]">
          <WatchedAmount watch={watch} />
        </span>
        <span className="min-w-0 [overflow-wrap:anywhere] max-md:col-span-2">
          <WatchedState watch={watch} />
        </span>
      </Link>
      <Button
        look="quiet"
        aria-label={`${isDone ? 'Dismiss' : 'Stop watching'} ${shown}`}
        disabled={isBusy}
        onClick={onDismiss}
      >
        {isDone ? 'Dismiss' : 'Stop watching'}
      </Button>
    </li>
  );
}

function WatchedAmount({ watch: { transfer, request } }: { watch: Watch }) {
  if (transfer)
    return (
      <>
        <DirectionSign direction={transfer.direction} />
        <Money amount={transfer.amount ?? '?'} asset={transfer.asset} isRounded />
      </>
    );
  return (
    request && (
      <>
        <DirectionSign direction="DEBIT" />
        <FixedMoney body={request.body} isRounded />
      </>
    )
  );
}

/** The outcome with its reasons, or the age of what is pending beside the typical duration. */
function WatchedState({ watch }: { watch: Watch }) {
  const { ageMs, typical, doneForMs } = watch;
  const { label, tone, reasons } = describeWatch(watch);
  const isPending = doneForMs === null;
  const lateMs = isPending && ageMs !== null ? findDelayMs(ageMs, typical) : null;
  const duration = isPending ? describeTypicalDuration(typical) : undefined;
  return (
    <>
      <StatusMark tone={tone} label={readableText(label, 80)} />
      {reasons.map((reason, index) => (
        <span key={index} className="block text-label">
          <UntrustedText text={reason} limit={200} />
        </span>
      ))}
      {isPending && (
        <span className="block text-label text-dim">
          {ageMs !== null && `for ${formatDuration(ageMs)}`}
          {duration !== undefined && `, ${duration}`}
          {lateMs !== null && (
            <span className="font-medium text-warn"> · delayed by {formatDurationToSeconds(lateMs)}</span>
          )}
        </span>
      )}
    </>
  );
}
