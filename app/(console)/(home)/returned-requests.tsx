import { HomeSection } from '@/app/(console)/(home)/home-section';
import { DoneButton } from '@/app/(console)/(home)/done-button';
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
 * Lists what came back to the requester, the reason first, newest first. A line leaves when the
 * withdrawal is requested again, changed, or marked as done.
 */
export function ReturnedRequests({ returned }: { returned: readonly ReturnedRequest[] }) {
  const lines = groupReturned(returned);
  const hidden = lines.length - MAX_LINES;
  return (
    <HomeSection
      title="Returned to you"
      hint={
        returned.length > 0 &&
        `${returned.length === 1 ? '1 withdrawal' : `${returned.length} withdrawals`}, none of them paid`
      }
      isEmpty={returned.length === 0}
      whenEmpty="No withdrawals were returned to you."
    >
      <ul className="divide-y divide-line rounded-panel border border-line bg-panel">
        {lines.slice(0, MAX_LINES).map((line) => (
          <li key={line.first.id} className="px-3 py-2.5 text-body">
            <Line line={line} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="mt-2 text-body text-dim">{hidden} more appear when you have dealt with some of these.</p>
      )}
    </HomeSection>
  );
}

function Line({ line: { first, requests } }: { line: ReturnedLine }) {
  const { title, detail, next } = explainReturn(first);
  const isBatch = first.bundle?.kind === 'batch' && requests.length > 1;
  const name = first.refId + (requests.length > 1 ? ` and ${requests.length - 1} more` : '');
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72 [overflow-wrap:anywhere]">
        <p className="font-medium">
          <UntrustedText text={title} />
        </p>
        <p className="mt-0.5">
          <References requests={requests} /> <Payment first={first} requests={requests} />
        </p>
        <p className="mt-0.5 text-dim">
          {detail} {next} <Time iso={first.returnedAt} withTime />
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isBatch && first.bundle ? (
          <Link
            href={routes.batch(first.bundle.id)}
            className={buttonClass('plain')}
            aria-label={`Open batch: ${name}`}
          >
            Open batch
          </Link>
        ) : (
          <Link
            href={routes.requestAgain(first.id)}
            className={buttonClass('plain')}
            aria-label={`Request again: ${name}`}
          >
            Request again
          </Link>
        )}
        <DoneButton requestIds={requests.map(({ id }) => id)} name={name} />
      </div>
    </div>
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
        · {networkLabel(body.crypto_network)}
        {recipientName !== null && (
          <>
            {' '}
            · to <UntrustedText text={recipientName} limit={80} />
          </>
        )}
        {bundle?.kind === 'test-payment' && requests.length > 1 && ' · test payment and remainder'}
      </span>
    </>
  );
}
