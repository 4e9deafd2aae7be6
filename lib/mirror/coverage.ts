import { formatCount, formatDate } from '@/lib/text/locale';
import { theService } from '@/lib/text/service-name';

/** The basis of an answer from the mirror, so that "no more transfers" and "not found" can be relied on. */
export interface Coverage {
  /** The number of transfers in the mirror. */
  transfers: number;
  /** True if the service's list was read to its end and nothing has contradicted that since. */
  isComplete: boolean;
  /** The mirror holds everything that the service had at this moment (ISO 8601); null while it is incomplete. */
  asOf: string | null;
  /** The creation time of the oldest stored transfer (ISO 8601), during the first walk; null afterwards. */
  oldestAt: string | null;
  /** The share of the list that the walk in progress has read (0 to 1), where an earlier walk tells its length. */
  progress: number | null;
  /** The reason why the sync makes no progress, as a sentence or a clause; null if it does. */
  error: string | null;
  /** Since when the service could not be read (ISO 8601); null if it can. */
  staleSince: string | null;
  /** The number of indexes that are still to be built: filters, sorting and parts of texts are slow until then. */
  missingIndexes: number;
  /** Moment up to which the answer of a replica has everything stored (ISO 8601); absent where the primary answered. */
  replicaAsOf?: string;
  /** The time of this coverage (ISO 8601). */
  answeredAt: string;
}

const DAY_MS = 86_400_000;

/**
 * Describes a coverage, such as "1,204,311 transfers, up to date 14 s ago" or "sync in progress: 38 %, 460,000
 * transfers, oldest from 3 Mar 2026". `zone`: UTC, which the text then names, or undefined for the reader's own.
 */
export function describeCoverage(coverage: Coverage, zone?: string): string {
  const { transfers, isComplete, asOf, progress, oldestAt, error } = coverage;
  const { staleSince, missingIndexes, replicaAsOf, answeredAt } = coverage;
  const count = `${formatCount(transfers)} ${transfers === 1 ? 'transfer' : 'transfers'}`;
  const stale =
    staleSince === null
      ? []
      : [`${theService()} has been unavailable since ${formatMoment(staleSince, answeredAt, zone)}`];
  const slow = missingIndexes === 0 ? [] : ['filters and parts of words are slow until the indexes are built'];
  const notes = [
    ...slow,
    ...stale,
    ...(replicaAsOf === undefined ? [] : [`read from a replica, as of ${formatAge(replicaAsOf, answeredAt)}`]),
  ];
  if (isComplete && asOf !== null) return [`${count}, up to date ${formatAge(asOf, answeredAt)}`, ...notes].join('; ');
  const oldest = oldestAt === null ? [] : [`oldest from ${formatDay(oldestAt, zone)}`];
  if (error === null && staleSince === null) {
    const share = progress === null ? [] : [`${Math.floor(progress * 100)} %`];
    return `sync in progress: ${[[...share, count, ...oldest].join(', '), ...notes].join('; ')}`;
  }
  const reason = error === null ? [] : [error.replace(/\.$/, '')];
  return `incomplete: ${[[count, ...oldest].join(', '), ...reason, ...notes].join('; ')}`;
}

/**
 * Lists, as sentences, what waits for a full check of all transfers. `hasForeignWatch`: the alarm for withdrawals that
 * were not requested here has begun. `isRestoreChecked`: false after a restore whose full check is not complete.
 */
export function listWaitingForCheck(
  { isComplete, error }: Pick<Coverage, 'isComplete' | 'error'>,
  { hasForeignWatch, isRestoreChecked }: { hasForeignWatch: boolean; isRestoreChecked: boolean },
): string[] {
  if (isComplete) return [];
  return [
    ...(error === null ? [] : ['No withdrawal with an unknown outcome is sent again, because none is proven absent.']),
    ...(isRestoreChecked ? [] : ['Sending does not resume after the restore.']),
    ...(hasForeignWatch ? [] : ['The alarm for withdrawals that were not requested here has not begun.']),
  ];
}

function formatAge(iso: string, answeredAt: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(answeredAt) - Date.parse(iso)) / 1000));
  if (seconds < 120) return `${seconds} s ago`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} days ago`;
}

function formatMoment(iso: string, answeredAt: string, zone: string | undefined): string {
  const isRecent = Date.parse(answeredAt) - Date.parse(iso) < DAY_MS;
  if (!isRecent) return formatDay(iso, zone);
  const time = formatDate(new Date(iso), { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  return zone === 'UTC' ? `${time} ${zone}` : time;
}

function formatDay(iso: string, zone: string | undefined): string {
  const day = formatDate(new Date(iso), {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return zone === 'UTC' ? `${day} (${zone})` : day;
}
