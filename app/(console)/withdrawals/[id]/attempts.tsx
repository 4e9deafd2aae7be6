import { Time } from '@/components/values/time';
import { Notice } from '@/components/ui/notice';
import type { AttemptView, RequestView } from '@/lib/requests/request-view';
import { theService } from '@/lib/text/service-name';

/** Shows the attempts to send and the outcome of each. */
export function Attempts({ request }: { request: RequestView }) {
  const { attempts, send, nextAt } = request;
  return (
    <section aria-label="Sending">
      {attempts.length === 0 && (
        <p className="text-body text-dim">
          {send?.state === 'HOLD'
            ? 'Put on hold before sending. Nothing was sent.'
            : 'Waiting to be sent. Nothing has been sent yet.'}
        </p>
      )}
      <ol className="space-y-3 text-body">
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            <p className="text-label text-dim">
              Attempt {attempt.number}, <Time iso={attempt.startedAt} withSeconds />
            </p>
            <AttemptOutcome attempt={attempt} />
          </li>
        ))}
      </ol>
      {nextAt !== null && attempts.length > 0 && (
        <p className="mt-3 text-label text-dim">
          Next attempt at <Time iso={nextAt} withSeconds />.
        </p>
      )}
    </section>
  );
}

function AttemptOutcome({ attempt: { explanation, reason } }: { attempt: AttemptView }) {
  if (!explanation) return <p>Waiting for an answer from {theService()}.</p>;
  const { title, detail, next } = explanation;
  return (
    <Notice look={lookOf(reason)} title={title}>
      {detail !== '' && <p>{detail}</p>}
      {next !== '' && <p>{next}</p>}
    </Notice>
  );
}

const HARMLESS: AttemptView['reason'][] = ['accepted', 'adopted', 'not-reached', 'throttled', 'credential-refused'];

function lookOf(reason: AttemptView['reason']): 'info' | 'warn' | 'bad' {
  if (HARMLESS.includes(reason)) return 'info';
  return reason === 'refused' ? 'bad' : 'warn';
}
