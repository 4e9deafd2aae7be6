'use client';

import { TriangleAlert } from 'lucide-react';
import { useCurrentChecks } from '@/app/(console)/withdrawals/[id]/recipient-panel';
import { UntrustedText } from '@/components/values/untrusted-text';
import { describeFindings, nameFindings } from '@/lib/risk/summarize-checks';
import type { RequestView } from '@/lib/requests/request-view';

/** Names every finding about a request in text, beside the buttons, so that nobody must open anything to know them. */
export function NamedFindings({ request }: { request: RequestView }) {
  const { data, isPending, isError } = useCurrentChecks(request);
  const checks = data ?? request.checks;
  if (!checks)
    return (
      <p className="mb-3 text-body text-dim">
        {isError ? 'The recipient could not be checked.' : 'Checking the recipient…'}
      </p>
    );
  const names = nameFindings(checks);
  // Until the current checks are there, what is said is of the time of the request.
  const progress = isPending ? 'Checking again… When requested: ' : '';
  if (names.length === 0)
    return (
      <p className="mb-3 text-body text-dim">
        {progress}
        {describeFindings(names)}
      </p>
    );
  return (
    <p className="mb-3 flex gap-1.5 text-body font-medium text-warn [overflow-wrap:anywhere]">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        <UntrustedText text={`${progress}${describeFindings(names)}`} limit={1000} />
      </span>
    </p>
  );
}
