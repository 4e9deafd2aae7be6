import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Fact, Facts } from '@/components/ui/facts';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { describeCoverage } from '@/lib/mirror/coverage';
import type { QuarantinedItem, SyncOverview } from '@/lib/server/mirror/sync-overview';

const ORDERS = {
  'newest-first': 'newest first: what is new is read from the top',
  'oldest-first': 'oldest first: what is new is read from the end',
  neither: 'by nothing that can be told: the whole list is read again and again',
};

/** How complete and how current the console's copy of all transfers is. */
export function Copying({ overview: { coverage, order, walk, lastWalk, restart } }: { overview: SyncOverview }) {
  const isCurrent = coverage.isComplete && coverage.staleSince === null;
  return (
    <Panel title="Copy of all transfers">
      <p className="mb-3 text-sm">
        <StatusMark
          tone={isCurrent ? 'done' : coverage.fault === null && coverage.staleSince === null ? 'waiting' : 'failed'}
          label={describeCoverage(coverage)}
        />
      </p>
      <Facts>
        <Fact name="The service’s list">{order === null ? 'too short to tell how it is ordered' : ORDERS[order]}</Fact>
        {coverage.staleSince !== null && (
          <Fact name="Cannot be read">
            since <Time iso={coverage.staleSince} withSeconds />; lists and searches go on with what is there
          </Fact>
        )}
        {walk && (
          <Fact name={lastWalk ? 'Reading it again' : 'Reading it'}>
            {walk.records.toLocaleString('en-GB')} records on {walk.pages.toLocaleString('en-GB')} pages since{' '}
            <Time iso={walk.startedAt} />
          </Fact>
        )}
        {walk?.fault && (
          <Fact name="Does not go on">
            <UntrustedText text={walk.fault} /> It is tried again.
          </Fact>
        )}
        {lastWalk && (
          <Fact name="Last read whole">
            <Time iso={lastWalk.endedAt} withSeconds />, {lastWalk.records.toLocaleString('en-GB')} records
          </Fact>
        )}
        {restart && (
          <Fact name="Begun anew">
            <Time iso={restart.at} withSeconds />: <UntrustedText text={restart.reason} /> Nothing that was copied was
            lost.
          </Fact>
        )}
      </Facts>
    </Panel>
  );
}

/** How much the service is asked, and whether it minds. */
export function Reading({ reads, filters }: Pick<SyncOverview, 'reads' | 'filters'>) {
  return (
    <Panel title="Reading from the service">
      <Facts>
        <Fact name="Over the last minute">
          {reads.perSecond === null
            ? 'not counted'
            : `${reads.perSecond.toLocaleString('en-GB', { maximumFractionDigits: 1 })} a second`}
          , at most {reads.mostPerSecond.toLocaleString('en-GB')}
        </Fact>
        <Fact name="In all">{reads.total.toLocaleString('en-GB')}</Fact>
        <Fact name="Asked to slow down">
          {reads.throttled === 0 ? 'never' : `${reads.throttled.toLocaleString('en-GB')} times`}
          {reads.throttledAt !== null && (
            <>
              , last <Time iso={reads.throttledAt} withSeconds />
            </>
          )}
        </Fact>
        {reads.throttledUntil !== null && (
          <Fact name="Waits until">
            <Time iso={reads.throttledUntil} withSeconds />. Withdrawals do not wait for it.
          </Fact>
        )}
        {filters.map(({ name, ignoredSince }) => (
          <Fact key={name} name={`Filter ${name}`}>
            {ignoredSince === null ? (
              'used, and every answer is checked'
            ) : (
              <>
                not used since <Time iso={ignoredSince} withSeconds />: the service took no notice of it. Take it out of
                TRANSFER_SERVICE_FILTERS.
              </>
            )}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

/** What came that is no transfer, newest first. */
export function Quarantine({ quarantine: { items, total } }: Pick<SyncOverview, 'quarantine'>) {
  return (
    <Panel title="Set aside">
      {total === 0 ? (
        <p className="text-sm text-dim">Nothing: everything that the service sent could be kept as a transfer.</p>
      ) : (
        <>
          <p className="mb-2 text-sm">
            {total.toLocaleString('en-GB')} {total === 1 ? 'item' : 'items'} that the service sent as transfers and that
            are none, or could not be kept as they came.{total > items.length && ` The newest ${items.length}:`}
          </p>
          <ul className="divide-y divide-line text-sm">{items.map(toRow)}</ul>
        </>
      )}
    </Panel>
  );
}

function toRow({ fingerprint, item, reason, times, firstSeenAt, lastSeenAt }: QuarantinedItem) {
  return (
    <li key={fingerprint} className="space-y-1 py-2 first:pt-0 last:pb-0">
      <p>{reason}</p>
      <p className="font-mono text-xs [overflow-wrap:anywhere]">
        <UntrustedText text={item} />
      </p>
      <p className="text-xs text-dim">
        {times === 1 ? 'Once' : `${times.toLocaleString('en-GB')} times`}, first <Time iso={firstSeenAt} />, last{' '}
        <Time iso={lastSeenAt} />
      </p>
    </li>
  );
}
