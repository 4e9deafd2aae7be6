import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Fact, Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { routes } from '@/lib/http/routes';
import { SEND_STATES, type SendState, type WalkReport } from '@/lib/sends/send-machine';
import type { SendsOverview } from '@/lib/server/sends/overview';

const LABELS: Record<SendState, string> = {
  QUEUED: 'Waiting to be sent',
  SENDING: 'Being sent',
  ACCEPTED: 'Accepted by the service',
  REFUSED: 'Not sent: refused or closed',
  UNKNOWN: 'Outcome unknown',
  HOLD: 'On hold',
};

/** How many sends stand where. */
export function SendCounts({ counts }: Pick<SendsOverview, 'counts'>) {
  return (
    <Panel title="Withdrawals that were approved">
      <Facts>
        {SEND_STATES.map((state) => (
          <Fact key={state} name={LABELS[state]}>
            {(counts[state] ?? 0).toLocaleString('en-GB')}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

/** Sends that are in doubt, each a link to where it is decided. */
export function UnknownSends({ inDoubt }: Pick<SendsOverview, 'inDoubt'>) {
  return (
    <Panel title="In doubt">
      {inDoubt.length === 0 ? (
        <p className="text-sm text-dim">Nothing is: what became of every withdrawal that left is known.</p>
      ) : (
        <ul className="divide-y divide-line text-sm">
          {inDoubt.map(({ requestId, refId, state, since }) => (
            <li key={requestId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
              <Link
                href={routes.withdrawal(requestId)}
                className="min-w-0 font-mono underline [overflow-wrap:anywhere]"
              >
                {refId}
              </Link>
              <StatusMark tone="unknown" label={LABELS[state]} />
              <span className="text-dim">
                <Time iso={since} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** What the latest look through the whole list of the service came to. */
export function LastWalk({ walk }: { walk: WalkReport | null }) {
  return (
    <Panel title="Last walk through the service’s list">
      {walk === null ? (
        <p className="text-sm text-dim">
          None was needed yet. The console walks the list where the outcome of a send is unknown.
        </p>
      ) : (
        <p className="text-sm">
          Ended <Time iso={walk.endedAt} withSeconds /> after {walk.records.toLocaleString('en-GB')}{' '}
          {walk.records === 1 ? 'record' : 'records'}:{' '}
          {walk.isComplete ? 'complete, so what it did not find is not there.' : 'not complete, so it proves nothing.'}
          {walk.fault !== undefined && (
            <>
              {' '}
              <UntrustedText text={walk.fault} />
            </>
          )}
        </p>
      )}
    </Panel>
  );
}
