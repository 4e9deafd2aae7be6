'use client';

import { useChecksNow } from '@/app/(console)/withdrawals/[id]/recipient-panel';
import { SimilarRequests } from '@/components/withdrawals/similar-requests';
import { Notice } from '@/components/ui/notice';
import type { RequestView } from '@/lib/requests/request-view';

/** What somebody who is about to approve must have seen: the same payment once more, and every check that is not as usual. */
export function FindingsPanel({ request }: { request: RequestView }) {
  const checks = useChecksNow(request).data ?? request.checks;
  const lines =
    checks?.card.lines.filter(({ id, state }) => id !== 'repeated' && (state === 'warn' || state === 'unavailable')) ??
    [];
  return (
    <>
      {request.similar.length > 0 && <SimilarRequests similar={request.similar} />}
      {lines.length > 0 && (
        <Notice look="warn" title="Not as usual">
          <ul className="space-y-1">
            {lines.map(({ id, state, text }) => (
              <li key={id}>
                {state === 'unavailable' && <strong className="font-medium">Unavailable: </strong>}
                {text}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
