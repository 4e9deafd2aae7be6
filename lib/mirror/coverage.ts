/** What an answer from the mirror rests on, so that "there is no more" and "not found" can be believed. */
export interface Coverage {
  /** How many transfers the mirror holds. */
  transfers: number;
  /** Whether the service's list was read to its end, and nothing since then says otherwise. */
  isComplete: boolean;
  /** What the mirror holds is all that the service had at this moment (ISO 8601); null where it is not complete. */
  asOf: string | null;
  /** While the list is read for the first time: the oldest transfer that is there (ISO 8601). */
  oldestAt: string | null;
  /** While it is read: how much of it, from 0 to 1, where an earlier reading tells how long it is. */
  progress: number | null;
  /** Why it does not go on, in a sentence; null where it does. */
  fault: string | null;
  /** Since when the service could not be read (ISO 8601); null where it can. */
  staleSince: string | null;
  /** When this was said (ISO 8601). */
  saidAt: string;
}

const DAY_MS = 86_400_000;

/** A coverage in one sentence, such as "1,204,311 transfers, complete as of 14 s ago". `zone`: an IANA time zone for dates. */
export function describeCoverage(coverage: Coverage, zone?: string): string {
  const count = `${coverage.transfers.toLocaleString('en-GB')} transfer${coverage.transfers === 1 ? '' : 's'}`;
  const stale =
    coverage.staleSince === null
      ? ''
      : `; the service could not be read since ${momentOf(coverage.staleSince, coverage.saidAt, zone)}`;
  if (coverage.isComplete && coverage.asOf !== null)
    return `${count}, complete as of ${agoOf(coverage.asOf, coverage.saidAt)}${stale}`;
  const progress = coverage.progress === null ? '' : ` ${Math.floor(coverage.progress * 100)} %`;
  const oldest = coverage.oldestAt === null ? '' : `, oldest indexed ${dayOf(coverage.oldestAt, zone)}`;
  const fault = coverage.fault === null ? '' : `; ${coverage.fault}`;
  return coverage.fault === null && stale === ''
    ? `indexing:${progress || ' ' + count}${progress && `, ${count}`}${oldest}`
    : `incomplete: ${count}${oldest}${fault}${stale}`;
}

function agoOf(iso: string, saidAt: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(saidAt) - Date.parse(iso)) / 1000));
  if (seconds < 120) return `${seconds} s ago`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min ago`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h ago` : `${Math.floor(seconds / 86_400)} days ago`;
}

function momentOf(iso: string, saidAt: string, zone: string | undefined): string {
  const isRecent = Date.parse(saidAt) - Date.parse(iso) < DAY_MS;
  return isRecent
    ? new Date(iso).toLocaleTimeString('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
    : dayOf(iso, zone);
}

function dayOf(iso: string, zone: string | undefined): string {
  return new Date(iso).toLocaleDateString('en-GB', { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' });
}
