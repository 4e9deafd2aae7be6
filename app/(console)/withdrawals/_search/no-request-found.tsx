'use client';

import { QueryProvider } from '@/components/data/query-provider';
import { RequestResult } from '@/components/search/search-result';
import { SimilarReferences } from '@/components/search/similar-references';
import { useFoundBeside } from '@/components/search/use-search';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';
import type { RequestListPage } from '@/lib/requests/list/entry';
import { describeNear } from '@/lib/search/describe-near';
import { describeSearchedRequests } from '@/lib/search/describe-searched';

interface NoRequestFoundProps {
  q: string;
  /** The sentence of the empty list. */
  sentence: string;
  info: Omit<RequestListPage, 'items' | 'nextCursor' | 'topCursor'>;
}

/** The message of a search of withdrawals without a match: what may have been meant, and what was looked through. */
export default function NoRequestFound(props: NoRequestFoundProps) {
  return (
    <QueryProvider>
      <Message {...props} />
    </QueryProvider>
  );
}

function Message({ q, sentence, info }: NoRequestFoundProps) {
  const near = (useFoundBeside(q)?.near ?? []).filter(({ requests }) => requests.length > 0);
  return (
    <div className="mx-auto max-w-reading">
      <p className="text-ink">
        {info.hidden
          ? 'No withdrawal with these filters. What matches is above, with the filters that hide it.'
          : sentence}
      </p>
      <SimilarReferences references={info.similar ?? []} toList={routes.findWithdrawals} />
      {near.map(({ transfers: _transfers, ...one }) => (
        <div key={one.amount} className="mt-2 text-left text-ink">
          <p className="px-3 text-label text-dim">Similar to {describeNear({ ...one, transfers: [] })}</p>
          {one.requests.map((request) => (
            <Link
              key={request.id}
              href={routes.withdrawal(request.id)}
              className="flex rounded-control px-3 py-2 hover:bg-soft/60"
            >
              <RequestResult request={request} />
            </Link>
          ))}
        </div>
      ))}
      <p className="mt-1 text-body">{describeSearchedRequests(info.limits)}</p>
    </div>
  );
}
