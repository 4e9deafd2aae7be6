import { formatDuration } from '@/lib/text/duration';
import { networkLabel } from '@/lib/networks/networks';
import { titleCase } from '@/lib/transfers/describe-status';
import type { TransferRow } from '@/lib/transfers/transfer';

/** What transfers have in common that take about as long: each as the service writes it, empty where it has none. */
export interface TransferKind {
  asset: string;
  network: string;
  direction: string;
  type: string;
}

/** The kind of a transfer. */
export function toKind({
  asset = '',
  crypto_network: network = '',
  direction = '',
  type = '',
}: TransferRow): TransferKind {
  return { asset, network, direction, type };
}

/** How long the newest completed transfers of one kind took, from `created_at` to `updated_at`. */
export interface Typical {
  /** How many there were, at most 1,000. */
  samples: number;
  medianMs: number;
  /** Nine of ten took no longer. */
  p90Ms: number;
}

/** With fewer, nothing is said about how long one usually takes. */
export const MIN_SAMPLES = 20;

/** Whether there were enough transfers of the kind to learn from. */
export function isLearned(typical: Typical | null | undefined): typical is Typical {
  return typical !== null && typical !== undefined && typical.samples >= MIN_SAMPLES;
}

/** By how much something that has waited for `ageMs` is later than nine of ten; null where it is not, or where nobody can tell. */
export function lateByMs(ageMs: number, typical: Typical | null | undefined): number | null {
  return isLearned(typical) && ageMs > typical.p90Ms ? ageMs - typical.p90Ms : null;
}

/** A duration as people say it: "16 s", "3 min", "2 h 5 min". */
export function describeDuration(ms: number): string {
  return ms < 60_000 ? `${Math.max(1, Math.floor(ms / 1000))} s` : formatDuration(ms);
}

/** How long transfers of a kind usually take, short, for a line of a list; undefined where too few are known. */
export function describeTypicalRange(typical: Typical | null | undefined): string | undefined {
  return isLearned(typical)
    ? `usually ${describeDuration(typical.medianMs)}, 9 of 10 within ${describeDuration(typical.p90Ms)}`
    : undefined;
}

/** The same as a sentence that says what it is about and what it rests on. */
export function describeTypical(kind: TransferKind, typical: Typical | null): string {
  const what = describeKind(kind);
  const usual = describeTypicalRange(typical);
  const samples = typical?.samples ?? 0;
  if (usual === undefined)
    return `Too few transfers like this one (${what}) have been completed to say how long they take: ${samples} seen, ${MIN_SAMPLES} needed.`;
  return `${what}: ${usual} (learned from the last ${samples.toLocaleString('en-GB')} completed).`;
}

function describeKind({ asset, network, type }: TransferKind): string {
  const place = network === '' ? '' : ` on ${networkLabel(network)}`;
  return [type === '' ? 'Transfer' : titleCase(type), asset && `of ${asset}`].filter(Boolean).join(' ') + place;
}
