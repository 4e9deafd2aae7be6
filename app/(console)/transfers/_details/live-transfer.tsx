'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type Ref, useRef } from 'react';
import { CaseJump } from '@/app/(console)/_cases/case-jump';
import { TransferCase } from '@/app/(console)/_cases/transfer-case';
import { WatchButton } from '@/app/(console)/_cases/watch-button';
import { DownloadLink } from '@/components/data/download-link';
import { CopySummary } from '@/components/data/copy-summary';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';
import { describeConfirmation, nameConfirmation, writeSummary } from '@/lib/transfers/confirmation';
import { explainTravelRuleHold } from '@/lib/transfers/travel-rule';
import { FactGroup } from '@/app/(console)/transfers/_details/_facts/fact-group';
import { DetailsSkeleton } from '@/app/(console)/transfers/_details/details-skeleton';
import { Freshness, RefreshFailure } from '@/app/(console)/transfers/_details/freshness';
import { RefreshFromService } from '@/app/(console)/transfers/_details/refresh-from-service';
import { TransferHead } from '@/app/(console)/transfers/_details/transfer-head';
import { type StreamedTransfer, useLiveTransfer } from '@/app/(console)/transfers/_details/use-live-transfer';
import { useTransferDetail } from '@/app/(console)/transfers/_details/use-transfer-detail';
import { TransferDetails } from '@/app/(console)/transfers/_details/_facts/transfer-details';
import { TravelRuleNotice } from '@/components/transfers/travel-rule-notice';
import { TransferStatus } from '@/components/transfers/transfer-headline';
import { RecentChange, TransferHistory } from '@/app/(console)/transfers/_details/_facts/transfer-history';
import { TransferLinks } from '@/app/(console)/transfers/_details/_facts/transfer-links';
import { TransferOrigin } from '@/app/(console)/transfers/_details/_facts/transfer-origin';
import { TransferTiming } from '@/app/(console)/transfers/_details/_facts/transfer-timing';
import type { MirroredTransfer, TransferDetail } from '@/lib/cases/transfer-detail';
import { isFinalStatus, type TransferAnswer, type TransferRow } from '@/lib/transfers/transfer';

interface LiveTransferProps {
  id: string;
  /** The service's record, which the server has just read. */
  initial?: TransferAnswer;
  /** The service's record, which the server is still reading. */
  streamed?: StreamedTransfer;
  /** The console's own knowledge of the transfer when the page was rendered. */
  detail?: TransferDetail;
  /** The row of the list, shown until more is loaded. */
  row?: TransferRow | undefined;
  headingRef?: Ref<HTMLHeadingElement>;
  actions?: ReactNode;
}

/**
 * One transfer: the mirrored record at once, then the service's record, refreshed until its status is final. The
 * request, linked transfers and history are beside the record where there is room.
 */
export function LiveTransfer({ id, initial, streamed, detail: known, row, headingRef, actions }: LiveTransferProps) {
  const client = useQueryClient();
  const caseSection = useRef<HTMLDivElement>(null);
  const live = useLiveTransfer(id, { initial, streamed });
  // Shown as soon as one read has failed, while the next is running.
  const failure = live.error ?? live.failureReason;
  const { detail, readAgain } = useTransferDetail(id, known, live.data?.transfer);
  const mirrored = detail?.mirrored ?? undefined;
  const transfer = live.data?.transfer ?? mirrored?.transfer ?? row;
  const recipient = detail?.recipient ?? row?.recipient;
  const at = live.data?.asOf ?? detail?.coverage.answeredAt;
  const hold = transfer && explainTravelRuleHold(transfer, detail?.origin?.beneficiary);
  const papers = nameConfirmation(transfer?.status);
  return (
    <article className="@container/transfer">
      <TransferHead
        id={id}
        transfer={transfer && recipient ? { ...transfer, recipient } : transfer}
        headingRef={headingRef}
        actions={actions}
      />
      <div role="status" className="mt-1">
        {transfer && <TransferStatus transfer={transfer} hasReasons={!hold} />}
        {mirrored && detail && <RecentChange mirrored={mirrored} saidAt={detail.coverage.answeredAt} />}
      </div>
      {transfer && at !== undefined && detail?.typical && (
        <TransferTiming transfer={transfer} typical={detail.typical} at={at} />
      )}
      {hold && <TravelRuleNotice explanation={hold} />}
      {mirrored && detail && <CaseJump caseFile={detail.caseFile} target={caseSection} />}
      {failure ? (
        <RefreshFailure
          error={failure}
          failedAtMs={Math.max(live.errorUpdatedAt, Date.parse(detail?.coverage.answeredAt ?? '') || 0)}
          isReading={live.isFetching}
          onRetry={() => void live.refetch()}
          answer={live.data}
          mirrored={mirrored}
          hasRow={row !== undefined}
        />
      ) : (
        <Freshness answer={live.data} mirrored={mirrored} />
      )}
      {transfer && (
        <RefreshFromService
          id={id}
          shown={findShown(live.data, mirrored)}
          onRead={(answer) => client.setQueryData<TransferAnswer>(['transfers', 'record', id], answer)}
        />
      )}
      {transfer && (
        <div className="mt-2 flex flex-wrap items-start gap-2 print:hidden">
          {mirrored && <WatchButton target={{ transferId: id }} isPending={!isFinalStatus(transfer.status)} />}
          <CopySummary
            write={() => writeTransferSummary(transfer, { answer: live.data, mirrored, recipient: detail?.recipient })}
          />
          {/* Loaded again: the page reads the record from the service. */}
          <Link className={buttonClass('plain')} href={routes.confirmation(id)} prefetch={false}>
            {papers.page}
          </Link>
          <DownloadLink href={routes.confirmationPdf(id)} label="PDF" name={papers.pdf} />
        </div>
      )}
      {transfer ? (
        <div className="mt-3 border-t border-line @min-[820px]/transfer:grid @min-[820px]/transfer:grid-cols-[minmax(0,1fr)_19.25rem] @min-[820px]/transfer:gap-x-8">
          <TransferDetails transfer={recipient ? { ...transfer, recipient } : transfer} hasHead />
          {/* A line between the two columns where they are stacked. */}
          <div className="mt-4 border-t border-line empty:hidden @min-[820px]/transfer:mt-0 @min-[820px]/transfer:border-0">
            {mirrored && detail && (
              <div ref={caseSection} tabIndex={-1} className="scroll-mt-20 outline-none">
                <FactGroup title="Case">
                  <TransferCase transferId={id} caseFile={detail.caseFile} onChanged={readAgain} />
                </FactGroup>
              </div>
            )}
            {detail?.origin && <TransferOrigin origin={detail.origin} />}
            {detail && <TransferLinks linked={detail.linked} hasMore={detail.hasMoreLinked} />}
            {mirrored && <TransferHistory mirrored={mirrored} />}
          </div>
        </div>
      ) : (
        !failure && <DetailsSkeleton />
      )}
    </article>
  );
}

/** The record on screen as the service sent it; undefined if only the row of the list is there. */
function findShown(answer: TransferAnswer | undefined, mirrored: MirroredTransfer | undefined) {
  if (answer) return { raw: answer.transfer.raw, readAt: answer.asOf };
  return mirrored && { raw: mirrored.transfer.raw, readAt: mirrored.readAt };
}

interface SummaryBasis {
  answer: TransferAnswer | undefined;
  mirrored: MirroredTransfer | undefined;
  recipient: TransferDetail['recipient'] | undefined;
}

/** Writes the record on screen as text for a ticket, with the time at which it was read. */
function writeTransferSummary(transfer: TransferRow, { answer, mirrored, recipient }: SummaryBasis): string {
  const madeAt = new Date().toISOString();
  const basis = { isLive: answer !== undefined, at: answer?.asOf ?? mirrored?.readAt ?? madeAt };
  return writeSummary(
    describeConfirmation({ transfer, basis, recipientName: recipient?.name, isSandbox: false, madeAt }),
  );
}
