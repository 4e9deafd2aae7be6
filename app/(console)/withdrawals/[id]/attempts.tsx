import { Time } from '@/components/values/time';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import type { AttemptView, RequestView } from '@/lib/requests/request-view';

/** What the console did about sending, try by try, and what came of each. */
export function Attempts({ request }: { request: RequestView }) {
  const { attempts, send, nextAt } = request;
  return (
    <Panel title="Sending">
      {attempts.length === 0 && (
        <p className="text-sm text-dim">
          {send?.state === 'HOLD'
            ? 'Held before anything left. Nothing was sent.'
            : 'Waiting for its turn. Nothing has been sent yet.'}
        </p>
      )}
      <ol className="space-y-3 text-sm">
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            <p className="text-xs text-dim">
              Try {attempt.number}, <Time iso={attempt.startedAt} withSeconds />
            </p>
            <AttemptOutcome attempt={attempt} />
          </li>
        ))}
      </ol>
      {nextAt !== null && attempts.length > 0 && (
        <p className="mt-3 text-xs text-dim">
          Next try at <Time iso={nextAt} withSeconds />.
        </p>
      )}
    </Panel>
  );
}

function AttemptOutcome({ attempt: { explanation, reason } }: { attempt: AttemptView }) {
  if (!explanation) return <p>Under way: waiting for the service’s answer.</p>;
  const { title, detail, next } = explanation;
  return (
    <Notice look={lookOf(reason)} title={title}>
      {detail !== '' && <p>{detail}</p>}
      {next !== '' && <p>{next}</p>}
    </Notice>
  );
}

function lookOf(reason: AttemptView['reason']): 'info' | 'warn' | 'bad' {
  if (
    reason === 'accepted' ||
    reason === 'adopted' ||
    reason === 'not-reached' ||
    reason === 'throttled' ||
    reason === 'credential-refused'
  )
    return 'info';
  return reason === 'refused' ? 'bad' : 'warn';
}
