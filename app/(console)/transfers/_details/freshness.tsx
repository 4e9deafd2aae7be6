'use client';

import { ClockTime } from '@/app/(console)/transfers/_details/clock-time';
import { isDecided } from '@/app/(console)/transfers/_details/fetch-transfer';
import { ReadFailureNotice } from '@/app/(console)/transfers/_list/read-failure-notice';
import { explainError, ReadError } from '@/components/data/fetch-json';
import { Time } from '@/components/values/time';
import { Button } from '@/components/ui/button';
import { formatDuration } from '@/lib/text/duration';
import type { MirroredTransfer } from '@/lib/transfers/detail';
import { isFinalStatus, type TransferAnswer } from '@/lib/transfers/transfer';

interface Sources {
  /** The service's own record. */
  answer: TransferAnswer | undefined;
  /** Our copy of it. */
  mirrored: MirroredTransfer | undefined;
}

/** Where what is shown comes from, and from when it is. */
export function Freshness({ answer, mirrored }: Sources) {
  return (
    <p className="mt-1 min-h-4 text-xs text-dim">
      {answer && (
        <>
          {isFinalStatus(answer.transfer.status) ? 'Read from the service at ' : 'Refreshes by itself · last asked '}
          <ClockTime iso={answer.asOf} />
        </>
      )}
      {!answer && mirrored && (
        <>
          Our copy, read on <Time iso={mirrored.readAt} withSeconds /> · asking the service…
        </>
      )}
    </p>
  );
}

interface NotRefreshedProps extends Sources {
  error: Error;
  /** When it went wrong, in milliseconds. */
  failedAtMs: number;
  isReading: boolean;
  readAgain: () => void;
  /** Whether at least the list had it. */
  hasRow: boolean;
}

/** Why the service could not be asked, and how old what is shown instead is. */
export function NotRefreshed({ error, failedAtMs, isReading, readAgain, answer, mirrored, hasRow }: NotRefreshedProps) {
  const hasSomething = answer !== undefined || mirrored !== undefined || hasRow;
  return (
    <div className="mt-3">
      <ReadFailureNotice
        look={hasSomething ? 'warn' : 'bad'}
        explanation={explainError(error)}
        {...(error instanceof ReadError && { status: error.status })}
      >
        {hasSomething && (
          <p>
            It could not be refreshed: what you see is <Shown answer={answer} mirrored={mirrored} atMs={failedAtMs} />{' '}
            and may be out of date.
          </p>
        )}
        {!isDecided(error) && (
          <Button className="mt-2" disabled={isReading} onClick={readAgain}>
            {isReading ? 'Reading…' : 'Try again'}
          </Button>
        )}
      </ReadFailureNotice>
    </div>
  );
}

function Shown({ answer, mirrored, atMs }: Sources & { atMs: number }) {
  if (answer)
    return (
      <>
        from <ClockTime iso={answer.asOf} />
      </>
    );
  if (!mirrored) return 'what the list had';
  return (
    <>
      our copy, read on <Time iso={mirrored.readAt} withSeconds /> ({formatDuration(atMs - Date.parse(mirrored.readAt))}{' '}
      ago)
    </>
  );
}
