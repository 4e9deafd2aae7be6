'use client';

import { ClockTime } from '@/app/(console)/transfers/_details/clock-time';
import { isPermanentFailure } from '@/app/(console)/transfers/_details/fetch-transfer';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import { explainError, ReadError } from '@/components/data/fetch-json';
import { Time } from '@/components/values/time';
import { Button } from '@/components/ui/button';
import { formatDuration } from '@/lib/text/duration';
import { theService } from '@/lib/text/service-name';
import type { MirroredTransfer } from '@/lib/cases/transfer-detail';
import { isFinalStatus, type TransferAnswer } from '@/lib/transfers/transfer';

interface Sources {
  /** The service's record. */
  answer: TransferAnswer | undefined;
  /** The record in the mirror. */
  mirrored: MirroredTransfer | undefined;
}

/** The source and the time of the record that is shown. */
export function Freshness({ answer, mirrored }: Sources) {
  return (
    <p className="mt-1 min-h-4 text-label text-dim">
      {answer && (
        <>
          {isFinalStatus(answer.transfer.status)
            ? `Confirmed with ${theService()} at `
            : 'Updates automatically · last checked '}
          <ClockTime iso={answer.asOf} />
        </>
      )}
      {!answer && mirrored && (
        <>
          Saved copy from <Time iso={mirrored.readAt} withSeconds /> · checking with {theService()}…
        </>
      )}
    </p>
  );
}

interface RefreshFailureProps extends Sources {
  error: Error;
  /** The time of the failed refresh (ms since 1970). */
  failedAtMs: number;
  isReading: boolean;
  onRetry: () => void;
  /** True if the list has a row of the transfer. */
  hasRow: boolean;
}

/** The notice that the record could not be refreshed, with the age of the record that is shown instead. */
export function RefreshFailure({
  error,
  failedAtMs,
  isReading,
  onRetry,
  answer,
  mirrored,
  hasRow,
}: RefreshFailureProps) {
  const hasRecord = answer !== undefined || mirrored !== undefined || hasRow;
  return (
    <div className="mt-3">
      <ReadFailureNotice
        look={hasRecord ? 'warn' : 'bad'}
        explanation={explainError(error)}
        {...(error instanceof ReadError && { status: error.status })}
      >
        {hasRecord && (
          <p>
            This transfer could not be refreshed. You see{' '}
            <SourceOfRecord answer={answer} mirrored={mirrored} atMs={failedAtMs} />, which may be out of date.
          </p>
        )}
        {!isPermanentFailure(error) && (
          <Button className="mt-2" disabled={isReading} onClick={onRetry}>
            {isReading ? 'Loading…' : 'Try again'}
          </Button>
        )}
      </ReadFailureNotice>
    </div>
  );
}

function SourceOfRecord({ answer, mirrored, atMs }: Sources & { atMs: number }) {
  if (answer)
    return (
      <>
        the record from <ClockTime iso={answer.asOf} />
      </>
    );
  if (!mirrored) return 'the record from the list';
  return (
    <>
      the saved copy from <Time iso={mirrored.readAt} withSeconds /> (
      {formatDuration(atMs - Date.parse(mirrored.readAt))} ago)
    </>
  );
}
