'use client';

import type { ReactNode } from 'react';
import { QueryProvider } from '@/components/data/query-provider';
import { PaidLine } from '@/components/search/paid-line';
import {
  BatchResult,
  NoteResult,
  ProfileResult,
  RecipientResult,
  RequestResult,
  TransferResult,
} from '@/components/search/search-result';
import { useProfileNames } from '@/components/profiles/profile-names';
import { findNamedProfiles } from '@/lib/profiles/find-name';
import { useFoundBeside } from '@/components/search/use-search';
import { Link } from '@/components/ui/link';
import { routes } from '@/lib/http/routes';
import { describeNear, describeRead } from '@/lib/search/describe-near';
import {
  type FoundBatch,
  type FoundBeside,
  type FoundNote,
  type FoundRecipient,
  type FoundRequest,
  type NearAmounts,
  NOTHING_FOUND,
  withoutShown,
} from '@/lib/search/found';
import { NEAR, splitMentions } from '@/lib/search/mentions';
import type { Match as TextMatch } from '@/lib/transfers/transfer';

/** The matches that the server's render found, for its search text. */
export interface FirstMatches {
  q: string;
  found: FoundBeside;
}

interface MatchesBesideProps {
  q: string;
  first: FirstMatches | undefined;
  /** The transfers of the list. */
  items: readonly { id: string; match?: TextMatch }[];
  /** When the answer was given (ISO 8601). */
  now: string;
}

const MAX_SHOWN = 5;

/** The withdrawal requests, recipients and case notes that match the search of the list, above its rows. */
export default function MatchesBeside(props: MatchesBesideProps) {
  return (
    <QueryProvider>
      <Matches {...props} />
    </QueryProvider>
  );
}

function Matches({ q, first, items, now }: MatchesBesideProps) {
  const { recipients, notes, paid, batches, ...found } = useFoundBeside(q, first) ?? NOTHING_FOUND;
  const near = withoutShown(found.near, items);
  const { requests, mentions } = splitMentions(items, found.requests);
  const profiles = findNamedProfiles(useProfileNames(), q);
  const read = found.read ? describeRead(found.read) : undefined;
  const hasNothing =
    [recipients, notes, batches, near, profiles, found.requests].every(({ length }) => length === 0) && !paid && !read;
  if (hasNothing) return null;
  return (
    <section
      aria-label="Requests and recipients"
      className="mb-3 rounded-panel border border-line bg-panel text-body divide-y divide-line"
    >
      {read && <p className="px-3 py-2 text-label text-dim">{read}</p>}
      {requests.length > 0 && <Requests requests={requests} />}
      {batches.length > 0 && <Batches batches={batches} />}
      {recipients.length > 0 && <Recipients q={q} recipients={recipients} />}
      {paid && (
        <div className="px-3 py-2">
          <PaidLine paid={paid} />
        </div>
      )}
      {profiles.length > 0 && (
        <Kind title="Profiles">
          {profiles.map((profile) => (
            <Match key={profile.id} href={routes.transfersOf(profile.id)}>
              <ProfileResult profile={profile} />
            </Match>
          ))}
        </Kind>
      )}
      {notes.length > 0 && <Notes notes={notes} />}
      {near.map((amount) => (
        <Near key={amount.amount} near={amount} now={now} />
      ))}
      {mentions.requests.length > 0 && <Mentions requests={mentions.requests} />}
      {mentions.hits.length > 0 && mentions.hits.length === items.length && (
        <p className="px-3 py-2 text-label text-dim">The transfers below only mention this text.</p>
      )}
    </section>
  );
}

function Requests({ requests }: { requests: readonly FoundRequest[] }) {
  return (
    <Kind title="Withdrawal requests">
      <RequestMatches requests={requests} />
      {requests.length >= MAX_SHOWN && (
        <p className="px-3 pb-2 text-label text-dim">
          These are the best {MAX_SHOWN} matches. Enter a longer text to see others.
        </p>
      )}
    </Kind>
  );
}

function Batches({ batches }: { batches: readonly FoundBatch[] }) {
  return (
    <Kind title="Batches">
      {batches.map((batch) => (
        <Match key={batch.id} href={routes.batch(batch.id)}>
          <BatchResult batch={batch} />
        </Match>
      ))}
    </Kind>
  );
}

/** What is near an amount of the search, but does not equal it. */
function Near({ near, now }: { near: NearAmounts; now: string }) {
  return (
    <Kind title={`Similar to ${describeNear(near)}`}>
      {near.transfers.map((transfer) => (
        <Match key={transfer.id} href={routes.transfer(transfer.id)}>
          <TransferResult transfer={{ ...transfer, match: NEAR }} now={now} />
        </Match>
      ))}
      <RequestMatches requests={near.requests} />
    </Kind>
  );
}

function RequestMatches({ requests }: { requests: readonly FoundRequest[] }) {
  return requests.map((request) => (
    <Match key={request.id} href={routes.withdrawal(request.id)}>
      <RequestResult request={request} />
    </Match>
  ));
}

// Closed: what answers the search is above, or in the rows below.
function Mentions({ requests }: { requests: readonly FoundRequest[] }) {
  return (
    <details>
      <summary className="px-3 py-2 text-label text-dim hover:text-ink">
        Also mentioned in {requests.length} withdrawal {requests.length === 1 ? 'request' : 'requests'}
      </summary>
      <RequestMatches requests={requests} />
    </details>
  );
}

function Recipients({ q, recipients }: { q: string; recipients: readonly FoundRecipient[] }) {
  return (
    <Kind title="Recipients">
      {recipients.map((recipient) => (
        <Match key={recipient.id} href={routes.recipient(recipient.id)}>
          <RecipientResult recipient={recipient} />
        </Match>
      ))}
      {recipients.length >= MAX_SHOWN && (
        <p className="px-3 pb-2 text-label">
          <Link className="underline" href={routes.findRecipients(q)}>
            All recipients that match
          </Link>
        </p>
      )}
    </Kind>
  );
}

function Notes({ notes }: { notes: readonly FoundNote[] }) {
  return (
    <Kind title="Case notes">
      {notes.map((note) => (
        <Match key={note.id} href={routes.transfer(note.transferId)}>
          <NoteResult note={note} />
        </Match>
      ))}
      {notes.length >= MAX_SHOWN && (
        <p className="px-3 pb-2 text-label text-dim">
          These are the latest {MAX_SHOWN}. Enter more words to see others.
        </p>
      )}
    </Kind>
  );
}

function Kind({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="px-3 pt-2 text-label text-dim">{title}</h2>
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
