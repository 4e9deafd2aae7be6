import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { SimilarRequest } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

/** Lists requests for the same amount to the same recipient (docs/specification/threats.md#requests-and-approvals). */
export function SimilarRequests({ similar }: { similar: readonly SimilarRequest[] }) {
  return (
    <Notice
      look="warn"
      title="Possible duplicate: the same amount to the same recipient was requested within 24 hours."
    >
      <SimilarRequestList similar={similar} />
    </Notice>
  );
}

/** Links the requests that a request may repeat. */
export function SimilarRequestList({ similar }: { similar: readonly SimilarRequest[] }) {
  return (
    <ul className="space-y-1 empty:hidden">
      {similar.map(({ id, refId, createdAt, requesterName, label }) => (
        <li key={id}>
          <Link className="font-mono underline" href={routes.withdrawal(id)}>
            {refId}
          </Link>
          , <Time iso={createdAt} />, by <UntrustedText text={requesterName} limit={80} />: {label}
        </li>
      ))}
    </ul>
  );
}
