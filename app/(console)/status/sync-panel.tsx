import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Fact, Facts } from '@/components/ui/facts';
import { PageSection } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { describeCoverage } from '@/lib/mirror/coverage';
import type { WalkEstimate } from '@/lib/mirror/estimates';
import type { QuarantinedItem, SyncOverview } from '@/lib/server/mirror/sync/sync-overview';
import { formatDuration } from '@/lib/text/duration';
import { formatCount } from '@/lib/text/locale';
import { TheService, theService } from '@/lib/text/service-name';

const ORDERS = {
  'newest-first': 'newest first; new transfers are read from the top',
  'oldest-first': 'oldest first; new transfers are read from the end',
  neither: 'no recognisable order; the whole list is read repeatedly',
};

/** Shows how complete and how current the mirror of the service's transfers is. */
export function TransferSync({ overview }: { overview: SyncOverview }) {
  const { coverage, waiting, order, walk, walkEnd, indexesMs, lastWalk, fullCheck, restart, newestFault } = overview;
  const { reads, filters } = overview;
  const obeyed = filters.filter(({ ignoredSince }) => ignoredSince === null).map(({ name }) => name);
  return (
    <PageSection title="Transfer sync">
      <p className="mb-2 text-body">
        <StatusMark tone={toneOf(overview)} label={describeCoverage(coverage)} />
      </p>
      <Facts>
        {coverage.staleSince !== null && (
          <Fact name="Unavailable">
            since <Time iso={coverage.staleSince} withSeconds />; lists and searches show only transfers synced before
            then
          </Fact>
        )}
        {walk && (
          <Fact name={lastWalk ? 'Full check running' : 'First sync running'}>
            {formatCount(walk.records)} records on {formatCount(walk.pages)} pages since <Time iso={walk.startedAt} />,{' '}
            {recordsPerSecond(walk, coverage.answeredAt)} a second
            {walkEnd && describeEnd(walkEnd)}
          </Fact>
        )}
        {coverage.missingIndexes > 0 && (
          <Fact name="Indexes to build">
            {coverage.missingIndexes}, {lastWalk ? 'at most two at once' : 'after the first sync'}
            {indexesMs !== null && `, ${formatLeft(indexesMs)}`}. References, IDs, hashes, addresses and the newest
            transfers are found at once meanwhile; filters, other orders and parts of texts are slow.
            {lastWalk && ' New transfers are read between builds.'}
          </Fact>
        )}
        {walk?.fault && (
          <Fact name="Interrupted">
            <UntrustedText text={walk.fault} /> The console tries again.
          </Fact>
        )}
        {newestFault !== null && <Fact name="New transfers are not read">{newestFault} The console tries again.</Fact>}
        {waiting.length > 0 && <Fact name="Waits for a full check">{waiting.join(' ')}</Fact>}
        {restart && (
          <Fact name="Sync last restarted">
            <Time iso={restart.at} withSeconds />: <UntrustedText text={restart.reason} /> No synced transfers were
            lost.
          </Fact>
        )}
        <UnusualReads reads={reads} filters={filters} />
      </Facts>
      <details className="mt-2 text-body">
        <summary className="mb-2">How the service is read</summary>
        <Facts>
          <Fact name="Reads">{describeReads(reads)}</Fact>
          {obeyed.length > 0 && (
            <Fact name="Filters in use">{obeyed.join(', ')}; the console checks that the service obeys them</Fact>
          )}
          <Fact name="Order of the list">{order === null ? 'too few transfers to tell' : ORDERS[order]}</Fact>
          {lastWalk && (
            <Fact name="Last full check">
              <Time iso={lastWalk.endedAt} withSeconds />, {formatCount(lastWalk.records)} records
            </Fact>
          )}
          {fullCheck && (
            <Fact name="A full check takes">
              {formatDuration(fullCheck.checkMs)}, with {formatCount(fullCheck.recordsPerPage)} records a page and{' '}
              {formatCount(reads.maxPerSecond)} reads a second
              {fullCheck.searchMs !== null &&
                `; a search of the whole list for a withdrawal with an unknown outcome, ${formatDuration(fullCheck.searchMs)}`}
            </Fact>
          )}
        </Facts>
      </details>
    </PageSection>
  );
}

function recordsPerSecond({ records, startedAt }: NonNullable<SyncOverview['walk']>, at: string): string {
  const seconds = Math.max(1, (Date.parse(at) - Date.parse(startedAt)) / 1000);
  return formatCount(Math.round(records / seconds));
}

function describeEnd(end: WalkEstimate): string {
  if ('remainingMs' in end) return `, ${formatLeft(end.remainingMs)}`;
  return `. ${TheService()} does not say how many transfers it has; each million takes ${formatDuration(end.perMillionMs)}`;
}

function formatLeft(ms: number): string {
  return ms < 60_000 ? 'less than a minute left' : `about ${formatDuration(ms)} left`;
}

function toneOf({ coverage, newestFault }: SyncOverview): 'done' | 'waiting' | 'failed' {
  const { isComplete, staleSince, error } = coverage;
  if (newestFault !== null) return 'failed';
  if (isComplete && staleSince === null) return 'done';
  return error === null && staleSince === null ? 'waiting' : 'failed';
}

type Replica = SyncOverview['replicas'][number];

/** Shows the replicas that answer lists, searches, totals and exports; nothing where none are configured. */
export function Replicas({ replicas }: Pick<SyncOverview, 'replicas'>) {
  if (replicas.length === 0) return null;
  return (
    <PageSection title="Database replicas">
      <Facts>
        {replicas.map(({ name, problem, lagMs }) => (
          <Fact key={name} name={name}>
            {problem === null
              ? `Answers lists, searches, totals and exports, ${formatLag(lagMs)}`
              : `${describeProblem(problem, lagMs)} The primary answers instead.`}
          </Fact>
        ))}
      </Facts>
    </PageSection>
  );
}

function describeProblem(problem: Replica['problem'], lagMs: number | null): string {
  if (problem === 'unreachable') return 'Does not answer.';
  return problem === 'lagging' ? `Left out: ${formatLag(lagMs)}.` : 'Left out: not a standby of the primary.';
}

function formatLag(lagMs: number | null): string {
  return lagMs === null ? 'not yet known how far behind' : `at most ${Math.max(0, Math.ceil(lagMs / 1000))} s behind`;
}

/** The facts of reading from the service that are not as usual: it asked for fewer reads, or ignored a filter. */
function UnusualReads({ reads, filters }: Pick<SyncOverview, 'reads' | 'filters'>) {
  return (
    <>
      {reads.throttledAt !== null && (
        <Fact name="Times asked to slow down">
          {formatCount(reads.throttled)}, last <Time iso={reads.throttledAt} withSeconds />
        </Fact>
      )}
      {reads.throttledUntil !== null && (
        <Fact name="Paused until">
          <Time iso={reads.throttledUntil} withSeconds />. Withdrawals are not affected.
        </Fact>
      )}
      {filters.map(
        ({ name, ignoredSince }) =>
          ignoredSince !== null && (
            <Fact key={name} name={`Filter ${name}`}>
              not used since <Time iso={ignoredSince} withSeconds />: {theService()} ignored the filter. Remove it from
              TRANSFER_SERVICE_FILTERS.
            </Fact>
          ),
      )}
    </>
  );
}

function describeReads({ perSecond, maxPerSecond, total }: SyncOverview['reads']): string {
  const rate = perSecond === null ? 'not counted' : `${formatCount(perSecond, { maximumFractionDigits: 1 })} a second`;
  return `${rate} in the last minute, limit ${formatCount(maxPerSecond)}; ${formatCount(total)} in all`;
}

/** Lists records that were not valid transfers or could not be stored, newest first. */
export function RejectedRecords({ quarantine: { items, total } }: Pick<SyncOverview, 'quarantine'>) {
  if (total === 0) return null;
  return (
    <PageSection title="Rejected records">
      <p className="mb-2 text-body">
        {formatCount(total)} {total === 1 ? 'record' : 'records'} from {theService()} could not be stored as transfers.
        {items && total > items.length && ` The newest ${items.length}:`}
        {items === null && ' They are shown to people who see all profiles.'}
      </p>
      {items && <ul className="divide-y divide-line text-body">{items.map(toRow)}</ul>}
    </PageSection>
  );
}

function toRow({ fingerprint, item, reason, times, firstSeenAt, lastSeenAt }: QuarantinedItem) {
  return (
    <li key={fingerprint} className="space-y-1 py-2 first:pt-0 last:pb-0">
      <p>{reason}</p>
      <p className="font-mono text-label [overflow-wrap:anywhere]">
        <UntrustedText text={item} />
      </p>
      <p className="text-label text-dim">
        {times === 1 ? 'Once' : `${formatCount(times)} times`}, first <Time iso={firstSeenAt} />, last{' '}
        <Time iso={lastSeenAt} />
      </p>
    </li>
  );
}
