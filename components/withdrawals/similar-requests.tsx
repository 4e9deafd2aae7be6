import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import type { SimilarRequest } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

/** Links the requests that a request may repeat (docs/specification/threats.md#requests-and-approvals). */
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
