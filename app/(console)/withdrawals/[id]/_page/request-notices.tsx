import type { ReactNode } from 'react';
import { RequestEnd } from '@/app/(console)/withdrawals/[id]/_page/request-end';
import { ExplanationNotice } from '@/components/data/explanation-notice';
import { StaleDataNotice } from '@/components/data/stale-data-notice';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import { Time } from '@/components/values/time';
import { UntrustedText } from '@/components/values/untrusted-text';
import { routes } from '@/lib/http/routes';
import { isSettled, type RequestView } from '@/lib/requests/request-view';

interface RequestNoticesProps {
  request: RequestView;
  /** True where the request could not be read again. */
  isStale: boolean;
  /** The next step after a bad end. */
  children?: ReactNode;
}

/** Says what is not as usual about a request, above what it is about: a bad end with its reason first of all. */
export function RequestNotices({ request, isStale, children }: RequestNoticesProps) {
  const { send, hold, alarm, stopped, state, returnReason, postponedReason, rule } = request;
  return (
    <div className="space-y-3 empty:hidden">
      <RequestEnd request={request}>{children}</RequestEnd>
      {isStale && <StaleDataNotice />}
      {send?.state === 'UNKNOWN' && (
        <Notice look="warn" title="The withdrawal may have been sent. Do not request it again." />
      )}
      {hold && <ExplanationNotice explanation={hold.explanation} look="warn" />}
      {request.isBeforeRestore && send === null && state !== 'CANCELLED' && <BeforeRestore request={request} />}
      {alarm !== null && <Notice look="bad" title={alarm} />}
      {stopped && (send === null || send.state === 'QUEUED') && state !== 'CANCELLED' && !isSettled(request) && (
        <Notice look="warn" title="Sending is stopped. This withdrawal waits until sending resumes.">
          <p>
            <UntrustedText text={stopped.reason} /> (stopped <Time iso={stopped.since} />)
          </p>
        </Notice>
      )}
      {state === 'AWAITING_APPROVAL' && returnReason && (
        <Notice look="warn" title="Returned to its approvers">
          <p>
            <UntrustedText text={returnReason} limit={500} />
          </p>
        </Notice>
      )}
      {state === 'AWAITING_APPROVAL' && rule.newest && (
        <Notice look="warn" title={`The policy changed: version ${rule.newest.policyVersion} counts as well`}>
          <p>{rule.newest.sentence}</p>
        </Notice>
      )}
      {postponedReason && (
        <Notice look="warn" title="Not sent yet">
          <p>
            <UntrustedText text={postponedReason} limit={500} /> The console tries again by itself.
          </p>
        </Notice>
      )}
    </div>
  );
}

/** Says what to do with a request from before a restore, which can neither be approved nor changed. */
function BeforeRestore({ request: { id, refId, isMine } }: { request: RequestView }) {
  return (
    <Notice
      look="warn"
      title="This request is from before the database was restored. It cannot be approved or changed."
    >
      <p>
        It may have been approved and paid since the backup.{' '}
        <Link className="underline" href={`${routes.transfers}?q=${encodeURIComponent(refId)}`}>
          Look up its reference
        </Link>{' '}
        first. If it was not paid,{' '}
        {isMine ? (
          <Link className="underline" href={routes.requestAgain(id)}>
            request it again
          </Link>
        ) : (
          'its requester can request it again'
        )}{' '}
        with a new reference.
      </p>
    </Notice>
  );
}
