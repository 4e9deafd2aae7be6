import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Fact, Facts } from '@/components/ui/facts';
import { Link } from '@/components/ui/link';
import { Panel } from '@/components/ui/panel';
import { StatusMark } from '@/components/ui/status-mark';
import { routes } from '@/lib/http/routes';
import { describeSend } from '@/lib/requests/request-view';
import { SEND_STATES, type SendState, type WalkReport } from '@/lib/sends/send-machine';
import type { SendsOverview } from '@/lib/server/sends/overview';
import { listLabels, type OptionalField } from '@/lib/sends/compare-transfer';
import { joinList } from '@/lib/text/join-list';
import { formatCount } from '@/lib/text/locale';
import { TheService, theService } from '@/lib/text/service-name';

// A function, since the name of the service is configured at start.
function labelOf(state: SendState): string {
  switch (state) {
    case 'QUEUED':
      return 'Waiting to be sent';
    case 'SENDING':
      return 'Being sent';
    case 'ACCEPTED':
      return `Accepted by ${theService()}`;
    case 'REFUSED':
      return 'Not sent: declined or closed';
    case 'UNKNOWN':
    case 'HOLD':
      return describeSend({ state, isClosed: false, transferStatus: null }).label;
  }
}

/** Shows the number of approved withdrawals in each state of sending that has some. */
export function SendCounts({ counts }: Pick<SendsOverview, 'counts'>) {
  const states = SEND_STATES.filter((state) => (counts[state] ?? 0) > 0);
  return (
    <Panel title="Approved withdrawals">
      {states.length === 0 && <p className="text-body text-dim">None yet.</p>}
      <Facts>
        {states.map((state) => (
          <Fact key={state} name={labelOf(state)}>
            {formatCount(counts[state] ?? 0)}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

/** Lists withdrawals whose outcome is unknown or that are on hold, each with a link to its page. */
export function UnknownSends({ unresolved }: Pick<SendsOverview, 'unresolved'>) {
  if (unresolved.length === 0) return null;
  return (
    <Panel title="Outcome unknown or on hold">
      <ul className="divide-y divide-line text-body">
        {unresolved.map(({ requestId, refId, state, since }) => (
          <li key={requestId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
            <Link href={routes.withdrawal(requestId)} className="min-w-0 font-mono underline [overflow-wrap:anywhere]">
              {refId}
            </Link>
            <StatusMark tone="unknown" label={labelOf(state)} />
            <span className="text-dim">
              <Time iso={since} withTime />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Shows the result of the latest walk through the service's whole list. */
export function LastWalk({ walk }: { walk: WalkReport | null }) {
  if (walk === null) return null;
  return (
    <Panel title="Last search of all transfers">
      <p className="text-body">
        Ended <Time iso={walk.endedAt} withSeconds /> after {formatCount(walk.records)}{' '}
        {walk.records === 1 ? 'record' : 'records'}:{' '}
        {walk.isComplete
          ? 'complete. One search is not proof: do not request a missing withdrawal again.'
          : 'incomplete. The console searches again.'}
        {walk.fault !== undefined && (
          <>
            {' '}
            <UntrustedText text={walk.fault} />
          </>
        )}
      </p>
    </Panel>
  );
}

/** Says what the service leaves out of its records; nothing where it repeats everything that was requested. */
export function LeftOut({ leftOut }: Pick<SendsOverview, 'leftOut'>) {
  if (leftOut === null) return null;
  const { fields, withdrawals, lastAt } = leftOut;
  return (
    <Panel title={`Answers of ${theService()}`}>
      <p className="text-body">
        {explainLeftOut(fields)} Seen in {withdrawals === 1 ? 'one withdrawal' : `${withdrawals} withdrawals`}, last{' '}
        <Time iso={lastAt} withSeconds />. These withdrawals were sent as approved, and their pages name the fields that
        are not confirmed.
      </p>
    </Panel>
  );
}

function explainLeftOut(fields: readonly OptionalField[]): string {
  return `${TheService()} does not repeat the ${joinList(listLabels(fields))} in its answers.`;
}
