import { UntrustedText } from '@/components/values/untrusted-text';
import { Time } from '@/components/values/time';
import { Link } from '@/components/ui/link';
import { Notice } from '@/components/ui/notice';
import type { SimilarRequest } from '@/lib/requests/request-view';
import { routes } from '@/lib/http/routes';

/** The same recipient and value within a day: perhaps the same payment once more (threats.md, "stuck"). */
export function SimilarRequests({ similar }: { similar: readonly SimilarRequest[] }) {
  return (
    <Notice
      look="warn"
      title="The same amount to the same recipient was asked for within 24 hours. Is this the same payment once more?"
    >
      <ul className="space-y-1">
        {similar.map(({ id, refId, createdAt, requesterName, label }) => (
          <li key={id}>
            <Link className="font-mono underline" href={routes.withdrawal(id)}>
              {refId}
            </Link>
            , <Time iso={createdAt} />, by <UntrustedText text={requesterName} />: {label}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
