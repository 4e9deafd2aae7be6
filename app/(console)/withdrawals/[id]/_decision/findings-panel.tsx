'use client';

import { useCurrentChecks } from '@/app/(console)/withdrawals/[id]/recipient-panel';
import { SimilarRequests } from '@/components/withdrawals/similar-requests';
import { Notice } from '@/components/ui/notice';
import { listShownFindings } from '@/lib/risk/summarize-checks';
import type { RequestView } from '@/lib/requests/request-view';

/** Shows an approver possible duplicates and every finding that warns or could not be checked. */
export function FindingsPanel({ request }: { request: RequestView }) {
  const { data, isPending } = useCurrentChecks(request);
  const checks = data ?? request.checks;
  const findings = listShownFindings(checks?.card.lines ?? [], request.hiddenSimilar);
  return (
    <>
      {isPending && (
        <p role="status" className="text-dim">
          Checking the recipient again… Until then, findings are those from when the request was made.
        </p>
      )}
      {request.similar.length > 0 && <SimilarRequests similar={request.similar} />}
      {checks?.similarAddresses === 'unavailable' && (
        <Notice look="warn" title="Similar addresses could not be checked">
          <p>Compare the address character by character with the one the recipient gave you.</p>
        </Notice>
      )}
      {findings.length > 0 && (
        <Notice look="warn" title="Check before approving">
          <ul className="space-y-1">
            {findings.map(({ id, state, text }) => (
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
