import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import { PageSection } from '@/components/ui/panel';
import { routes } from '@/lib/http/routes';
import { describeSend } from '@/lib/requests/request-view';
import { SEND_STATES, type SendState, type WalkReport } from '@/lib/sends/send-machine';
import type { SendsOverview, UnknownSend } from '@/lib/server/sends/overview';
import { listLabels, type OptionalField } from '@/lib/sends/compare-transfer';
import { joinList } from '@/lib/text/join-list';
import { formatCount } from '@/lib/text/locale';
import { TheService, theService } from '@/lib/text/service-name';

// A function, since the name of the service is configured at start.
function labelOf(state: SendState): string {
  switch (state) {
    case 'QUEUED':
      return 'waiting to be sent';
    case 'SENDING':
      return 'being sent';
    case 'ACCEPTED':
      return `accepted by ${theService()}`;
    case 'REFUSED':
      return 'not sent (declined or closed)';
    case 'UNKNOWN':
    case 'HOLD':
      return describeSend({ state, isClosed: false, transferStatus: null }).label.toLowerCase();
  }
}

/** Counts the approved withdrawals by how their sending ended or stands. */
export function SendCounts({ counts }: Pick<SendsOverview, 'counts'>) {
  const states = SEND_STATES.filter((state) => (counts[state] ?? 0) > 0);
  if (states.length === 0) return null;
  return (
    <p className="mt-1 text-label text-dim">
      Approved withdrawals: {states.map((state) => `${formatCount(counts[state] ?? 0)} ${labelOf(state)}`).join(', ')}.
    </p>
  );
}

interface UnknownSendsProps extends Pick<SendsOverview, 'lastWalk'> {
  unresolved: readonly UnknownSend[];
}

/**
 * Lists withdrawals whose outcome is unknown or that are on hold, each with a link to its page, and the result of the
 * latest walk through the service's whole list. The alarm above says which of both they are, unless there are both.
 */
export function UnknownSends({ unresolved, lastWalk }: UnknownSendsProps) {
  if (unresolved.length === 0) return null;
  const isMixed = unresolved.some(({ state }) => state !== unresolved[0]?.state);
  return (
    <section aria-label="Outcome unknown or on hold" className="mb-6 text-body">
      <ul className="space-y-1">
        {unresolved.map(({ requestId, refId, state, since }) => (
          <li key={requestId} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Link href={routes.withdrawal(requestId)} className="min-w-0 font-mono underline [overflow-wrap:anywhere]">
              {refId}
            </Link>
            {isMixed && <span>{labelOf(state)}</span>}
            <span className="text-dim">
              Since <Time iso={since} withTime />
            </span>
          </li>
        ))}
      </ul>
      {lastWalk !== null && <LastWalk walk={lastWalk} />}
    </section>
  );
}

function LastWalk({ walk }: { walk: WalkReport }) {
  return (
    <p className="mt-2 text-label text-dim">
      All transfers were searched until <Time iso={walk.endedAt} withTime />, {formatCount(walk.records)}{' '}
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
  );
}

/** Says what the service leaves out of its records; nothing where it repeats everything that was requested. */
export function LeftOut({ leftOut }: Pick<SendsOverview, 'leftOut'>) {
  if (leftOut === null) return null;
  const { fields, withdrawals, lastAt } = leftOut;
  return (
    <PageSection title={`Answers of ${theService()}`}>
      <p className="text-body">
        {explainLeftOut(fields)} Seen in {withdrawals === 1 ? 'one withdrawal' : `${withdrawals} withdrawals`}, last{' '}
        <Time iso={lastAt} withSeconds />. These withdrawals were sent as approved, and their pages name the fields that
        are not confirmed.
      </p>
    </PageSection>
  );
}

function explainLeftOut(fields: readonly OptionalField[]): string {
  return `${TheService()} does not repeat the ${joinList(listLabels(fields))} in its answers.`;
}
