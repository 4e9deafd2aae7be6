import { DoneButton } from '@/app/(console)/(home)/done-button';
import { ToDoLine, ToDoSection } from '@/app/(console)/(home)/to-do';
import { FixedMoney } from '@/components/withdrawals/fixed-money';
import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { buttonClass } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import { networkLabel } from '@/lib/networks/networks';
import { routes } from '@/lib/http/routes';
import { explainReturn, groupReturned, type ReturnedLine, type ReturnedRequest } from '@/lib/requests/returned';

const MAX_LINES = 30;
const MAX_REFERENCES = 3;

/**
 * Lists what came back to the requester, the reason first, newest first. A line leaves when the withdrawal is requested
 * again, changed, or marked as done.
 */
export function ReturnedRequests({ returned }: { returned: readonly ReturnedRequest[] }) {
  const lines = groupReturned(returned);
  const hidden = lines.length - MAX_LINES;
  return (
    <ToDoSection title="Returned to you" hint={hidden > 0 && `the newest ${MAX_LINES} of ${lines.length}`}>
      {lines.slice(0, MAX_LINES).map((line) => (
        <Line key={line.first.id} line={line} />
      ))}
    </ToDoSection>
  );
}

function Line({ line: { first, requests } }: { line: ReturnedLine }) {
  const { title, detail } = explainReturn(first);
  // The buttons say the usual step.
  const advice = first.outcome.send?.declineNext;
  const isBatch = first.bundle?.kind === 'batch' && requests.length > 1;
  // A person has said no, such as to a duplicate: to request it again is there, and not what the line leads to.
  const look = first.state === 'REJECTED' ? 'quiet' : 'plain';
  const name = first.refId + (requests.length > 1 ? ` and ${requests.length - 1} more` : '');
  const step =
    isBatch && first.bundle
      ? { label: 'Open batch', href: routes.batch(first.bundle.id) }
      : { label: 'Request again', href: routes.requestAgain(first.id) };
  return (
    <ToDoLine
      title={<UntrustedText text={title} />}
      detail={
        <>
          <References requests={requests} /> <Payment first={first} requests={requests} /> · {detail} {advice}{' '}
          <Time iso={first.returnedAt} withTime />
        </>
      }
      action={
        <>
          <Link href={step.href} className={buttonClass(look)} aria-label={`${step.label}: ${name}`}>
            {step.label}
          </Link>
          <DoneButton requestIds={requests.map(({ id }) => id)} name={name} />
        </>
      }
    />
  );
}

function References({ requests }: { requests: readonly ReturnedRequest[] }) {
  const hidden = requests.length - MAX_REFERENCES;
  return (
    <>
      {requests.slice(0, MAX_REFERENCES).map(({ id, refId }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link href={routes.withdrawal(id)} className="font-mono underline">
            {refId}
          </Link>
        </span>
      ))}
      {hidden > 0 && ` and ${hidden} more`}
    </>
  );
}

function Payment({ first, requests }: ReturnedLine) {
  const { body, bundle, recipientName } = first;
  if (bundle?.kind === 'batch' && requests.length > 1)
    return (
      <span className="text-dim">
        · {requests.length} items of the batch <UntrustedText text={bundle.name} limit={80} />
      </span>
    );
  return (
    <>
      · <FixedMoney body={body} isRounded />
      <span className="text-dim">
        {' '}
        {recipientName === null ? (
          `· ${networkLabel(body.crypto_network)}`
        ) : (
          <>
            to <UntrustedText text={recipientName} limit={80} />
          </>
        )}
        {bundle?.kind === 'test-payment' && requests.length > 1 && ' · test payment and remainder'}
      </span>
    </>
  );
}
