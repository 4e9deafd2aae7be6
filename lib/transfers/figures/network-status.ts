import { formatCount } from '@/lib/text/locale';
import { formatDurationToSeconds } from '@/lib/text/duration';
import { hasEnoughSamples, MIN_SAMPLES } from '@/lib/transfers/figures/typical-duration';
import type { TransferKind, TypicalDuration } from '@/lib/transfers/figures/typical-duration';

/** Transfers that completed within a time, and the median of their durations (ms; 0 without transfers). */
export interface CurrentDuration {
  transfers: number;
  medianMs: number;
}

/** The pending and recently completed transfers of one kind, on a network. */
export interface NetworkLine {
  kind: TransferKind;
  typical: TypicalDuration;
  pending: {
    transfers: number;
    /** The age of the oldest; null without pending transfers. */
    oldestMs: number | null;
    /** Those that take longer than nine of ten did; 0 with too few samples. */
    delayed: number;
    /** Those of `delayed` that need attention, such as with a reason of the service: the network is not the cause. */
    held: number;
    /**
     * Those of `delayed` without a reason of their own that no transfer has overtaken: nothing on the network that was
     * created later has completed.
     */
    stuck: number;
    /** The time at which the delayed ones had been created at the latest (ISO 8601); null where none is delayed. */
    delayedUntil: string | null;
  };
  lastHour: CurrentDuration;
  lastDay: CurrentDuration;
}

/**
 * How transfers of a kind fare at the moment: `slow` where they take longer than usual, `delayed` where they complete
 * as usual but most of the pending ones are late, `unknown` where too little completed to tell.
 */
export interface Verdict {
  level: 'slow' | 'delayed' | 'normal' | 'unknown';
  /** A noun phrase or short sentence without a full stop. */
  text: string;
}

/** How long transfers take: milliseconds, or null where too few completed to tell. */
export interface Pace {
  nowMs: number | null;
  /** True where transfers that still pend have taken longer than `nowMs` already. */
  isAtLeast: boolean;
  usualMs: number | null;
}

/** A network with its lines, the slow ones first. */
export interface NetworkSummary {
  /** The service's value, such as SOLANA. */
  network: string;
  verdict: Verdict;
  /** The kind that the verdict is about, where one of several is slow. */
  slowKind?: TransferKind;
  /** That of its slowest line against what is usual. */
  pace: Pace;
  pending: Pick<NetworkLine['pending'], 'transfers' | 'oldestMs' | 'delayed' | 'held'>;
  lines: (NetworkLine & { verdict: Verdict })[];
}

/** The fewest transfers of an hour or a day whose median says something. */
const MIN_COMPLETED = 3;
const MIN_SLOW_RATIO = 2;
/** The fewest stuck transfers that make a line slow while others complete. */
const MIN_STUCK = 3;

/** Gives the durations to compare with the typical one; undefined where too few completed in the last 24 hours. */
export function currentDuration({ lastHour, lastDay }: NetworkLine): CurrentDuration | undefined {
  if (lastHour.transfers >= MIN_COMPLETED) return lastHour;
  return lastDay.transfers >= MIN_COMPLETED ? lastDay : undefined;
}

/**
 * Judges a line: slow where the current median is at least twice the typical one and longer than nine of ten took, or
 * where at least half of the pending transfers are stuck and either three are or nothing completed in the last hour. A
 * delayed transfer that newer ones have overtaken is held up for a reason of its own, so it tells nothing of the
 * network; where most of what is pending is delayed, the verdict says that instead of “normal”.
 */
export function judgeLine(line: NetworkLine): Verdict {
  const { typical } = line;
  const { samples } = typical;
  if (!hasEnoughSamples(typical))
    return { level: 'unknown', text: `Too few to tell: ${samples} of ${MIN_SAMPLES} completed` };
  const current = currentDuration(line);
  const ratio = current && current.medianMs / Math.max(typical.medianMs, 1_000);
  if (current && ratio !== undefined && ratio >= MIN_SLOW_RATIO && current.medianMs > typical.p90Ms)
    return { level: 'slow', text: `${formatRatio(ratio)} times the typical time` };
  if (isStuck(line)) return { level: 'slow', text: `${line.pending.stuck} delayed, and no newer transfer completed` };
  if (isMostlyDelayed(line.pending)) return judgeDelayed(line.pending);
  if (!current)
    return { level: 'unknown', text: `Too few to tell: ${line.lastDay.transfers} completed in the last 24 hours` };
  return NORMAL;
}

type Pending = Pick<NetworkLine['pending'], 'transfers' | 'delayed'>;

const isMostlyDelayed = ({ transfers, delayed }: Pending) => delayed > 0 && delayed * 2 > transfers;

function judgeDelayed({ transfers, delayed }: Pending): Verdict {
  const count = formatCount(delayed);
  if (delayed < transfers) return { level: 'delayed', text: `${count} of ${formatCount(transfers)} delayed` };
  return { level: 'delayed', text: delayed === 1 ? '1 delayed' : `All ${count} delayed` };
}

function isStuck({ typical, pending, lastHour }: NetworkLine): boolean {
  const { transfers, delayed, stuck } = pending;
  const comparable = transfers - (delayed - stuck);
  const isMost = stuck > 0 && stuck * 2 >= comparable;
  return hasEnoughSamples(typical) && isMost && (stuck >= MIN_STUCK || lastHour.transfers === 0);
}

function formatRatio(ratio: number): string {
  return ratio < 10 ? String(Math.round(ratio * 10) / 10) : formatCount(Math.round(ratio));
}

/**
 * Gives the pace of a line: the median of now and the usual one; where the network is stuck, what its pending transfers
 * have taken already, since the last completed ones were still fast.
 */
export function readPace(line: NetworkLine): Pace {
  const { typical, pending } = line;
  const usualMs = hasEnoughSamples(typical) ? typical.medianMs : null;
  // A transfer that newer ones have overtaken is older than the stuck ones; every delayed one took longer than p90.
  if (isStuck(line))
    return { nowMs: pending.delayed === pending.stuck ? pending.oldestMs : typical.p90Ms, isAtLeast: true, usualMs };
  return { nowMs: currentDuration(line)?.medianMs ?? null, isAtLeast: false, usualMs };
}

/** Explains what a verdict is based on, such as "Median 40 s of 12 completed in the last hour; usually 16 s ...". */
export function explainBasis(line: NetworkLine): string {
  const { typical, lastHour, lastDay } = line;
  const current = currentDuration(line);
  const shown = current ?? lastDay;
  const span = shown === lastHour ? 'hour' : '24 hours';
  const now =
    shown.transfers > 0
      ? `Median ${formatDurationToSeconds(shown.medianMs)} of ${formatCount(shown.transfers)} completed in the last ${span}`
      : 'None completed in the last 24 hours';
  if (!hasEnoughSamples(typical)) return `${now}.`;
  const samples = formatCount(typical.samples);
  return `${now}; typical ${formatDurationToSeconds(typical.medianMs)}, 9 of 10 within ${formatDurationToSeconds(typical.p90Ms)} (last ${samples} completed).`;
}

const NORMAL: Verdict = { level: 'normal', text: 'Normal' };

const URGENCY = { slow: 0, delayed: 1, normal: 2, unknown: 3 } as const;

const NOT_JUDGED: Verdict = { level: 'unknown', text: 'Not judged: the transfers are not up to date' };

/**
 * Groups lines by network with a verdict for each: slow networks first, then those with the most pending transfers.
 * `isCurrent` is false where the transfers are incomplete or old: then nothing is judged, since a sync that stopped
 * looks like networks that stopped.
 */
export function summarizeNetworks(lines: readonly NetworkLine[], isCurrent = true): NetworkSummary[] {
  const networks = new Map<string, NetworkSummary['lines']>();
  for (const line of lines)
    networks.set(line.kind.network, [
      ...(networks.get(line.kind.network) ?? []),
      Object.assign({}, line, { verdict: isCurrent ? judgeLine(line) : NOT_JUDGED }),
    ]);
  const summaries = [...networks].map(([network, own]) => ({
    network,
    ...(isCurrent ? judgeNetwork(own) : { verdict: NOT_JUDGED }),
    pace: own.map(readPace).reduce((slowest, pace) => (compareUsual(pace) > compareUsual(slowest) ? pace : slowest)),
    pending: addPending(own),
    lines: own.toSorted(byUrgency),
  }));
  return summaries.toSorted(byUrgency);
}

function byUrgency(a: Urgent, b: Urgent): number {
  return URGENCY[a.verdict.level] - URGENCY[b.verdict.level] || b.pending.transfers - a.pending.transfers;
}

type Urgent = Pick<NetworkSummary, 'verdict'> & { pending: { transfers: number } };

function compareUsual({ nowMs, usualMs }: Pace): number {
  return nowMs === null || usualMs === null ? 0 : nowMs / Math.max(usualMs, 1);
}

function addPending(lines: readonly NetworkLine[]): NetworkSummary['pending'] {
  const sum = (key: 'transfers' | 'delayed' | 'held') => lines.reduce((total, { pending }) => total + pending[key], 0);
  const ages = lines.flatMap(({ pending }) => pending.oldestMs ?? []);
  return {
    transfers: sum('transfers'),
    delayed: sum('delayed'),
    held: sum('held'),
    oldestMs: ages.length > 0 ? Math.max(...ages) : null,
  };
}

function judgeNetwork(lines: NetworkSummary['lines']): Pick<NetworkSummary, 'verdict' | 'slowKind'> {
  const judged = lines.filter(({ verdict }) => verdict.level !== 'unknown');
  const slow = judged.filter(({ verdict }) => verdict.level === 'slow');
  const [only] = slow;
  if (only && slow.length === 1) return { verdict: only.verdict, ...(lines.length > 1 && { slowKind: only.kind }) };
  if (slow.length > 0) {
    const text = slow.length === lines.length ? 'Slower than usual' : `Slower for ${slow.length} of ${lines.length}`;
    return { verdict: { level: 'slow', text } };
  }
  const pending = addPending(lines);
  if (isMostlyDelayed(pending)) return { verdict: judgeDelayed(pending) };
  return { verdict: judged.length === 0 ? { level: 'unknown', text: 'Too few completed to tell' } : NORMAL };
}
