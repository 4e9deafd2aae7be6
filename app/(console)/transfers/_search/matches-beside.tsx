'use client';

import type { ReactNode } from 'react';
import { QueryProvider } from '@/components/data/query-provider';
import { RecipientResult, RequestResult } from '@/components/search/search-result';
import { useFoundBeside } from '@/components/search/use-search';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';
import { type FoundBeside, NOTHING_FOUND } from '@/lib/search/found';

/** The matches that the server's render found, for its search text. */
export interface FirstMatches {
  q: string;
  found: FoundBeside;
}

interface MatchesBesideProps {
  q: string;
  first: FirstMatches | undefined;
}

const MAX_SHOWN = 5;

/** The withdrawal requests and recipients that match the search of the list, above its rows. */
export default function MatchesBeside(props: MatchesBesideProps) {
  return (
    <QueryProvider>
      <Matches {...props} />
    </QueryProvider>
  );
}

function Matches({ q, first }: MatchesBesideProps) {
  const { requests, recipients } = useFoundBeside(q, first) ?? NOTHING_FOUND;
  if (requests.length === 0 && recipients.length === 0) return null;
  return (
    <section
      aria-label="Requests and recipients"
      className="mb-3 rounded-panel border border-line bg-panel text-sm divide-y divide-line"
    >
      {requests.length > 0 && (
        <Kind title="Withdrawal requests">
          {requests.map((request) => (
            <Match key={request.id} href={routes.withdrawal(request.id)}>
              <RequestResult request={request} />
            </Match>
          ))}
          {requests.length >= MAX_SHOWN && (
            <p className="px-3 pb-2 text-xs text-dim">
              These are the best {MAX_SHOWN} matches. Enter a longer text to see others.
            </p>
          )}
        </Kind>
      )}
      {recipients.length > 0 && (
        <Kind title="Recipients">
          {recipients.map((recipient) => (
            <Match key={recipient.id} href={routes.recipient(recipient.id)}>
              <RecipientResult recipient={recipient} />
            </Match>
          ))}
          {recipients.length >= MAX_SHOWN && (
            <p className="px-3 pb-2 text-xs">
              <Link className="underline" href={routes.findRecipients(q)}>
                All recipients that match
              </Link>
            </p>
          )}
        </Kind>
      )}
    </section>
  );
}

function Kind({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="px-3 pt-2 text-xs text-dim">{title}</h2>
      {children}
    </div>
  );
}

function Match({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} className="flex rounded-control px-3 py-2 hover:bg-soft/60">
      {children}
    </Link>
  );
}
