import { formatDurationToSeconds } from '@/lib/text/duration';
import { networkLabel } from '@/lib/networks/networks';
import { formatCount } from '@/lib/text/locale';
import { titleCase } from '@/lib/text/title-case';
import type { TransferRow } from '@/lib/transfers/transfer';

/** The properties that transfers of similar duration share, as the service writes them; empty where absent. */
export interface TransferKind {
  asset: string;
  network: string;
  direction: string;
  type: string;
}

/** Gives the kind of a transfer. */
export function toKind({
  asset = '',
  crypto_network: network = '',
  direction = '',
  type = '',
}: TransferRow): TransferKind {
  return { asset, network, direction, type };
}

/** The durations of the newest completed transfers of one kind, from creation to last update. */
export interface TypicalDuration {
  /** The number of transfers that were measured, at most 1,000. */
  samples: number;
  medianMs: number;
  /** The 90th percentile: nine of ten took no longer. */
  p90Ms: number;
}

/** The fewest samples from which a typical duration is shown. */
export const MIN_SAMPLES = 20;

/** Tells whether a typical duration has enough samples to be shown. */
export function hasEnoughSamples(typical: TypicalDuration | null | undefined): typical is TypicalDuration {
  return typical !== null && typical !== undefined && typical.samples >= MIN_SAMPLES;
}

/**
 * Computes how much longer than nine of ten a transfer has taken (ms); null if it has not, or if too few were measured.
 */
export function findDelayMs(ageMs: number, typical: TypicalDuration | null | undefined): number | null {
  return hasEnoughSamples(typical) && ageMs > typical.p90Ms ? ageMs - typical.p90Ms : null;
}

/** Describes a typical duration, such as "usually 3 min, 9 of 10 within 6 min"; undefined with too few samples. */
export function describeTypicalDuration(typical: TypicalDuration | null | undefined): string | undefined {
  return hasEnoughSamples(typical)
    ? `usually ${formatDurationToSeconds(typical.medianMs)}, 9 of 10 within ${formatDurationToSeconds(typical.p90Ms)}`
    : undefined;
}

/**
 * Describes how late a transfer is beside how long it usually takes, such as "8 h 21 min late, usually 15 s"; undefined
 * where it is not late (`findDelayMs`).
 */
export function describeDelay(ageMs: number, typical: TypicalDuration | null | undefined): string | undefined {
  const delayMs = findDelayMs(ageMs, typical);
  if (delayMs === null || !typical) return undefined;
  return `${formatDurationToSeconds(delayMs)} late, usually ${formatDurationToSeconds(typical.medianMs)}`;
}

/** Explains the typical duration of a kind of transfer, with the number of transfers that it is based on. */
export function explainTypicalDuration(kind: TransferKind, typical: TypicalDuration | null): string {
  const what = describeKind(kind);
  const duration = describeTypicalDuration(typical);
  const samples = typical?.samples ?? 0;
  if (duration === undefined)
    return `${what}: too few completed for a typical duration (${samples} of ${MIN_SAMPLES}).`;
  return `${what}: ${duration} (based on the last ${formatCount(samples)} completed).`;
}

function describeKind({ asset, network, type }: TransferKind): string {
  const place = network === '' ? '' : ` on ${networkLabel(network)}`;
  return [type === '' ? 'Transfer' : titleCase(type), asset && `of ${asset}`].filter(Boolean).join(' ') + place;
}
