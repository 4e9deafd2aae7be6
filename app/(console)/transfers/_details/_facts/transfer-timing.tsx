import { Link } from '@/components/ui/link';
import { UntrustedText, readableText } from '@/components/values/untrusted-text';
import { routes } from '@/lib/http/routes';
import { networkLabel } from '@/lib/networks/networks';
import { formatDurationToSeconds } from '@/lib/text/duration';
import {
  explainTypicalDuration,
  findDelayMs,
  toKind,
  type TypicalDuration,
} from '@/lib/transfers/figures/typical-duration';
import { isFinalStatus, type TransferRow } from '@/lib/transfers/transfer';

interface TransferTimingProps {
  transfer: TransferRow;
  typical: TypicalDuration;
  /** The time of the last read (ISO 8601, on the server's clock). */
  at: string;
}

/** The duration of a transfer so far, its delay, and the typical duration of transfers like it. */
export function TransferTiming({ transfer, typical, at }: TransferTimingProps) {
  const { created_at: created = '', updated_at: updated = '', status, crypto_network: network = '' } = transfer;
  const isFinal = isFinalStatus(status);
  const tookMs = Date.parse(isFinal ? updated : at) - Date.parse(created);
  if (Number.isNaN(tookMs)) return null;
  const duration = formatDurationToSeconds(tookMs);
  const usual = <UntrustedText text={explainTypicalDuration(toKind(transfer), typical)} limit={700} />;
  if (isFinal)
    return (
      <details className="mt-1 max-w-reading text-body text-dim [overflow-wrap:anywhere]">
        <summary className="hover:text-ink">
          {status === 'FAILED' ? 'Failed after' : 'Completed in'} {duration}
        </summary>
        {usual}
      </details>
    );
  const lateMs = findDelayMs(tookMs, typical);
  return (
    <p className="mt-1 max-w-reading text-body text-dim [overflow-wrap:anywhere]">
      In progress for {duration}.{' '}
      {lateMs !== null && (
        <>
          <strong className="font-medium text-warn">Delayed by {formatDurationToSeconds(lateMs)}.</strong>{' '}
        </>
      )}
      {usual}
      {network !== '' && (
        <>
          {' '}
          <Link className="underline" href={routes.network(network)}>
            {readableText(networkLabel(network), 40)} at the moment
          </Link>
        </>
      )}
    </p>
  );
}
